import { useWords } from '../../i18n/use-words.ts';
import { adminLedgerWords } from '../../i18n/words/admin-ledger.ts';
import { hiddenPageMeta } from '../../shell/page-meta.ts';

export const meta = hiddenPageMeta(adminLedgerWords);

export default function AdminLedgerPage() {
  const t = useWords(adminLedgerWords);
  return <h1>{t('meta.title')}</h1>;
}
