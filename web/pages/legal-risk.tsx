import legalRiskMessages from '#messages/legal-risk.json';
import { pageMeta } from '../shell/page-meta.ts';
import { LegalDocument } from './legal/legal-document.tsx';

export const meta = pageMeta(legalRiskMessages);

export default function LegalRiskPage() {
  return <LegalDocument messages={legalRiskMessages} current="risk" />;
}
