import { legalRiskWords } from '../i18n/words/legal-risk.ts';
import { pageMeta } from '../shell/page-meta.ts';
import { LegalDocument } from './legal/legal-document.tsx';

export const meta = pageMeta(legalRiskWords);

export default function LegalRiskPage() {
  return <LegalDocument words={legalRiskWords} current="risk" />;
}
