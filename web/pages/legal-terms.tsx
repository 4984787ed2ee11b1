export default function LegalTermsPage() {
  return <h1>LegalTerms</h1>;
}
