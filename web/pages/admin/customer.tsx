import { useWords } from '../../i18n/use-words.ts';
import { adminCustomerWords } from '../../i18n/words/admin-customer.ts';
import { hiddenPageMeta } from '../../shell/page-meta.ts';

export const meta = hiddenPageMeta(adminCustomerWords);

export default function AdminCustomerPage() {
  const t = useWords(adminCustomerWords);
  return <h1>{t('meta.title')}</h1>;
}
