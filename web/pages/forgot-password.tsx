import { useWords } from '../i18n/use-words.ts';
import { forgotPasswordWords } from '../i18n/words/forgot-password.ts';
import { hiddenPageMeta } from '../shell/page-meta.ts';

export const meta = hiddenPageMeta(forgotPasswordWords);

export default function ForgotPasswordPage() {
  const t = useWords(forgotPasswordWords);
  return <h1 className="title">{t('meta.title')}</h1>;
}
