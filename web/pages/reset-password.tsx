import { useWords } from '../i18n/use-words.ts';
import { resetPasswordWords } from '../i18n/words/reset-password.ts';
import { hiddenPageMeta } from '../shell/page-meta.ts';

export const meta = hiddenPageMeta(resetPasswordWords);

export default function ResetPasswordPage() {
  const t = useWords(resetPasswordWords);
  return <h1 className="title">{t('meta.title')}</h1>;
}
