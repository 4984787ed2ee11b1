import { legalPrivacyWords } from '../i18n/words/legal-privacy.ts';
import { pageMeta } from '../shell/page-meta.ts';
import { KeptTable } from './legal/kept-table.tsx';
import { LegalDocument } from './legal/legal-document.tsx';

export const meta = pageMeta(legalPrivacyWords);

export default function LegalPrivacyPage() {
  return <LegalDocument words={legalPrivacyWords} current="privacy" extras={{ cookies: <KeptTable /> }} />;
}
