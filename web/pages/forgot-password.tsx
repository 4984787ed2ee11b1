import { ForgotPasswordForm } from '../features/auth/forgot-password-form.tsx';
import { useMessages } from '../i18n/use-messages.ts';
import passwordMessages from '#messages/password.json';
import titles from '#messages/titles.json';
import { AuthFrame } from '../shell/auth-frame.tsx';
import { hiddenPageMeta } from '../shell/page-meta.ts';
import { useLinkFacts } from '../shell/link-facts.ts';

export const meta = hiddenPageMeta(titles.forgotPassword);

export default function ForgotPasswordPage() {
  const t = useMessages(passwordMessages.forgotPassword);
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
