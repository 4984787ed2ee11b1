import legalPrivacyMessages from '#messages/legal-privacy.json';
import { pageMeta } from '../shell/page-meta.ts';
import { StorageTable } from './legal/storage-table.tsx';
import { LegalDocument } from './legal/legal-document.tsx';

export const meta = pageMeta(legalPrivacyMessages);

export default function LegalPrivacyPage() {
  return (
    <LegalDocument messages={legalPrivacyMessages} current="privacy" extras={{ cookies: <StorageTable /> }} />
  );
}
