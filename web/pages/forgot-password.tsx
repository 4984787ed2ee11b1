import { ForgotPasswordForm } from '../features/auth/forgot-password-form.tsx';
import { useWords } from '../i18n/use-words.ts';
import { forgotPasswordWords } from '../i18n/words/forgot-password.ts';
import { Entrance } from '../shell/entrance.tsx';
import { hiddenPageMeta } from '../shell/page-meta.ts';
import { useLinkFacts } from '../shell/link-facts.ts';

export const meta = hiddenPageMeta(forgotPasswordWords);

export default function ForgotPasswordPage() {
  const t = useWords(forgotPasswordWords);
  const aside = useLinkFacts();
  return (
    <Entrance
      title={t('title')}
      lead={t('lead')}
      other={{ text: t('switchText'), link: t('switchLink'), to: '/login' }}
      aside={aside}
    >
      <ForgotPasswordForm />
    </Entrance>
  );
}
