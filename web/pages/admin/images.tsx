import { useWords } from '../../i18n/use-words.ts';
import { adminImagesWords } from '../../i18n/words/admin-images.ts';
import { hiddenPageMeta } from '../../shell/page-meta.ts';

export const meta = hiddenPageMeta(adminImagesWords);

export default function AdminImagesPage() {
  const t = useWords(adminImagesWords);
  return <h1>{t('meta.title')}</h1>;
}
