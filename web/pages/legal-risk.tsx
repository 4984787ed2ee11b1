export default function LegalRiskPage() {
  return <h1>LegalRisk</h1>;
}
