import legalDisclaimerMessages from '#messages/legal-disclaimer.json';
import { pageMeta } from '../shell/page-meta.ts';
import { LegalDocument } from './legal/legal-document.tsx';

export const meta = pageMeta(legalDisclaimerMessages);

export default function LegalDisclaimerPage() {
  return <LegalDocument messages={legalDisclaimerMessages} current="disclaimer" />;
}
