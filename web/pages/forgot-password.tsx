import { ForgotPasswordForm } from '../features/auth/forgot-password-form.tsx';
import { useWords } from '../i18n/use-words.ts';
import { forgotPasswordWords } from '../i18n/words/forgot-password.ts';
import { AuthFrame } from '../shell/auth-frame.tsx';
import { hiddenPageMeta } from '../shell/page-meta.ts';
import { useLinkFacts } from '../shell/link-facts.ts';

export const meta = hiddenPageMeta(forgotPasswordWords);

export default function ForgotPasswordPage() {
  const t = useWords(forgotPasswordWords);
  const aside = useLinkFacts();
  return (
    <AuthFrame
      title={t('title')}
      lead={t('lead')}
      other={{ text: t('switchText'), link: t('switchLink'), to: '/login' }}
      aside={aside}
    >
      <ForgotPasswordForm />
    </AuthFrame>
  );
}
