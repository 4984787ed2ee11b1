import { SignUpForm } from '../features/auth/sign-up-form.tsx';
import { useLeaveWhenSignedIn, useAuthLink } from '../features/auth/start-session.ts';
import { useFormat } from '../i18n/use-format.ts';
import { useMessages } from '../i18n/use-messages.ts';
import signupMessages from '#messages/signup.json';
import { AuthFrame } from '../shell/auth-frame.tsx';
import { pageMeta } from '../shell/page-meta.ts';
import { useAfterSignUp } from '../shell/use-signed-in.ts';
import { DEPOSIT_MIN_CENTS, QUOTE_LIFETIME_MS, TRADE_FEE_BASIS_POINTS } from '../../worker/domain/limits.ts';

export const meta = pageMeta(signupMessages);

export default function SignupPage() {
  const t = useMessages(signupMessages);
  const f = useFormat();
  const afterSignUp = useAfterSignUp();
  const signIn = useAuthLink('/login');
  useLeaveWhenSignedIn();
  return (
    <AuthFrame
      title={t('title')}
      lead={t('lead', { smallest: f.moneyRound(DEPOSIT_MIN_CENTS) })}
      other={{ text: t('switchText'), link: t('switchLink'), to: signIn }}
      aside={{
        say: t('aside.say'),
        facts: [
          { figure: f.percentRound(TRADE_FEE_BASIS_POINTS / 100), text: t('aside.fee') },
          { figure: `${QUOTE_LIFETIME_MS / 1000} s`, text: t('aside.hold') },
          { figure: t('aside.digits'), text: t('aside.digitsText') },
        ],
      }}
    >
      <SignUpForm onSignedIn={afterSignUp} />
    </AuthFrame>
  );
}
