import { legalTermsWords } from '../i18n/words/legal-terms.ts';
import { pageMeta } from '../shell/page-meta.ts';
import { LegalDocument } from './legal/legal-document.tsx';

export const meta = pageMeta(legalTermsWords);

export default function LegalTermsPage() {
  return <LegalDocument words={legalTermsWords} current="terms" />;
}
