import { legalDisclaimerWords } from '../i18n/words/legal-disclaimer.ts';
import { pageMeta } from '../shell/page-meta.ts';
import { LegalDocument } from './legal/legal-document.tsx';

export const meta = pageMeta(legalDisclaimerWords);

export default function LegalDisclaimerPage() {
  return <LegalDocument words={legalDisclaimerWords} current="disclaimer" />;
}
