import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api, receive } from '../../api/client.ts';
import { ProblemError } from '../../api/problem-error.ts';
import { Link } from '../../i18n/link.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import twoStepMessages from '#messages/two-step.json';
import { Button } from '../../ui/button.tsx';
import { PasskeyOptions } from '../../../worker/contract/factors.ts';
import { SignedIn } from '../../../worker/contract/sessions.ts';
import type { SecondFactor } from '../../../worker/domain/factors.ts';
import { type Answer, isFactorProof, proofOf } from './proof.ts';
import { ProofForm } from './proof-form.tsx';

/** The server's challenge after the right password. */
export type SignInChallenge = { readonly ticket: string; readonly methods: readonly SecondFactor[] };

type SecondStepProps = {
  readonly asked: SignInChallenge;
  readonly onSignedIn: (signedIn: SignedIn) => void | Promise<void>;
  readonly onBack: () => void;
};

/** The second step of a sign-in, under the heading of its page. An expired challenge leads back to the password. */
export function SecondStep({ asked, onSignedIn, onBack }: SecondStepProps) {
  const t = useMessages(twoStepMessages.proof);
  const { ticket, methods } = asked;
  const step = useMutation({
    mutationFn: async (answer: Answer) => {
      const proof = await proofOf(answer, () =>
        receive(PasskeyOptions, api.auth['second-factor']['passkey-options'].$post({ json: { ticket } })),
      );
      if (!isFactorProof(proof)) throw new Error('A password is no second step');
      return receive(SignedIn, api.auth['second-factor'].$post({ json: { ...proof, ticket } }));
    },
    // Awaited: the button stays busy until the next page is open.
    onSuccess: (signedIn) => onSignedIn(signedIn),
  });
  useEffect(() => {
    // The heading of the page has changed.
    window.scrollTo(0, 0);
  }, []);
  const isOver = step.error instanceof ProblemError && step.error.problem.code === 'TicketExpired';
  const back = (
    <Button size="small" onClick={onBack}>
      {t('back')}
    </Button>
  );
  return (
    <div className="stack">
      <ProofForm
        methods={methods}
        busy={step.isPending}
        error={step.error}
        onAnswer={(answer) => step.mutate(answer)}
        onSwitch={step.reset}
        errorActions={isOver ? back : undefined}
      />
      {!isOver && (
        <div className="proof-others">
          <Button variant="plain" size="small" disabled={step.isPending} onClick={onBack}>
            {t('back')}
          </Button>
        </div>
      )}
      <p className="small muted">
        {t('lost.text')}{' '}
        <Link className="link" to="/contact">
          {t('lost.link')}
        </Link>
      </p>
    </div>
  );
}
