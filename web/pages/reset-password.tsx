import type { SignedOutState } from '../features/auth/sign-in-gate.tsx';
import { ResetPasswordForm } from '../features/auth/reset-password-form.tsx';
import { useLocalisedNavigate } from '../i18n/link.tsx';
import { useMessages } from '../i18n/use-messages.ts';
import passwordMessages from '#messages/password.json';
import titles from '#messages/titles.json';
import { AuthFrame } from '../shell/auth-frame.tsx';
import { useLinkFacts } from '../shell/link-facts.ts';
import { useLinkToken } from '../shell/link-token.ts';
import { hiddenPageMeta } from '../shell/page-meta.ts';

const RESET: SignedOutState = { signedOut: 'reset' };

export const meta = hiddenPageMeta(titles.resetPassword);

export default function ResetPasswordPage() {
  const t = useMessages(passwordMessages.resetPassword);
  const forgot = useMessages(passwordMessages.forgotPassword);
  const aside = useLinkFacts();
  const navigate = useLocalisedNavigate();
  const token = useLinkToken();
  return (
    <AuthFrame
      title={t('title')}
      lead={t('lead')}
      other={{ text: forgot('switchText'), link: forgot('switchLink'), to: '/login' }}
      aside={aside}
    >
      {token !== null && (
        <ResetPasswordForm
          key={token}
          token={token}
          onSaved={() => navigate('/login', { replace: true, state: RESET })}
        />
      )}
    </AuthFrame>
  );
}
