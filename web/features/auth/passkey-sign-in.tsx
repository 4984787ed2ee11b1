import { useMutation } from '@tanstack/react-query';
import { api, receive } from '../../api/client.ts';
import { useHydrated } from '../../i18n/use-hydrated.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import twoStepMessages from '#messages/two-step.json';
import { Button } from '../../ui/button.tsx';
import { PasskeyOptions } from '../../../worker/contract/factors.ts';
import { SignedIn } from '../../../worker/contract/sessions.ts';
import { canUsePasskeys, prepareDevice, answerWithPasskey } from './passkey-device.ts';
import { ProofError } from './proof-error.tsx';
import '../../styles/account.css';

type PasskeySignInProps = {
  readonly remember: () => boolean;
  readonly onSignedIn: (signedIn: SignedIn) => void | Promise<void>;
};

/** Signs in without e-mail and password. Hidden where the browser has no passkeys. */
export function PasskeySignIn({ remember, onSignedIn }: PasskeySignInProps) {
  const t = useMessages(twoStepMessages.proof);
  const ready = useHydrated();
  const signIn = useMutation({
    mutationFn: async () => {
      const options = await receive(PasskeyOptions, api.auth.passkey.options.$post());
      const response = await answerWithPasskey(options);
      return receive(SignedIn, api.auth.passkey.$post({ json: { response, remember: remember() } }));
    },
    // Awaited: the button stays busy until the next page is open.
    onSuccess: (signedIn) => onSignedIn(signedIn),
  });
  if (ready && !canUsePasskeys()) return null;
  return (
    <div className="passkey-sign-in">
      <p className="passkey-or">
        <span>{t('or')}</span>
      </p>
      {signIn.error !== null && <ProofError error={signIn.error} />}
      <Button
        full
        size="large"
        disabled={!ready}
        busy={signIn.isPending}
        busyLabel={t('signInBusy')}
        onPointerEnter={prepareDevice}
        onFocus={prepareDevice}
        onClick={() => signIn.mutate()}
      >
        {t('signIn')}
      </Button>
    </div>
  );
}
