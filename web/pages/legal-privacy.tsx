export default function LegalPrivacyPage() {
  return <h1>LegalPrivacy</h1>;
}
