import { useState } from 'react';
import { SignInForm } from '../features/auth/sign-in-form.tsx';
import { useLeaveWhenSignedIn, useAuthLink } from '../features/auth/start-session.ts';
import { useFormat } from '../i18n/use-format.ts';
import { useMessages } from '../i18n/use-messages.ts';
import loginMessages from '#messages/login.json';
import twoStepMessages from '#messages/two-step.json';
import { AuthFrame } from '../shell/auth-frame.tsx';
import { pageMeta } from '../shell/page-meta.ts';
import { useAfterSignIn } from '../shell/use-signed-in.ts';
import { DEPOSIT_MIN_CENTS, QUOTE_LIFETIME_MS, TRADE_FEE_BASIS_POINTS } from '../../worker/domain/limits.ts';

export const meta = pageMeta(loginMessages);

export default function LoginPage() {
  const t = useMessages(loginMessages);
  const proof = useMessages(twoStepMessages.proof);
  const f = useFormat();
  const [confirming, setConfirming] = useState(false);
  const afterSignIn = useAfterSignIn();
  const signUp = useAuthLink('/signup');
  useLeaveWhenSignedIn();
  return (
    <AuthFrame
      title={confirming ? proof('title') : t('title')}
      lead={confirming ? proof('secondStepLead') : t('lead')}
      other={confirming ? null : { text: t('switchText'), link: t('switchLink'), to: signUp }}
      aside={{
        say: t('aside.say'),
        facts: [
          { figure: f.percentRound(TRADE_FEE_BASIS_POINTS / 100), text: t('aside.fee') },
          { figure: `${QUOTE_LIFETIME_MS / 1000} s`, text: t('aside.hold') },
          { figure: f.moneyRound(DEPOSIT_MIN_CENTS), text: t('aside.deposit') },
        ],
      }}
    >
      <SignInForm onSignedIn={afterSignIn} onConfirming={setConfirming} />
    </AuthFrame>
  );
}
