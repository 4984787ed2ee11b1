import legalTermsMessages from '#messages/legal-terms.json';
import { pageMeta } from '../shell/page-meta.ts';
import { LegalDocument } from './legal/legal-document.tsx';

export const meta = pageMeta(legalTermsMessages);

export default function LegalTermsPage() {
  return <LegalDocument messages={legalTermsMessages} current="terms" />;
}
