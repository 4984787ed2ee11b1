// The decision about an identity that waits for one: approve, ask for more, or refuse, each with its reason.

import { type FormEvent, useState } from 'react';
import { useMessages } from '../../../i18n/use-messages.ts';
import messages from '#messages/operators-identities.json';
import { Button } from '../../../ui/button.tsx';
import { Note } from '../../../ui/note.tsx';
import { ProblemNotice } from '../../../ui/problem-notice.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { showToast } from '../../../ui/toast-store.ts';
import type { IdentityDecision, IdentityDetails } from '../../../../worker/contract/operators/identities.ts';
import { REASON_MAX_CHARACTERS, REASON_MIN_CHARACTERS } from '../../../../worker/domain/customers.ts';
import { QUEUED_STATES } from '../../../../worker/domain/identity.ts';
import { useDecide } from './queries.ts';

const DECISIONS = ['approve', 'ask', 'refuse'] as const;

export function DecisionForm({ identity }: { readonly identity: IdentityDetails }) {
  const t = useMessages(messages);
  const { userId, revision, asks, state, othersDecide } = identity;
  const [reason, setReason] = useState('');
  const [deposit, setDeposit] = useState('');
  const [withdrawal, setWithdrawal] = useState('');
  const decide = useDecide(userId);
  if (!(QUEUED_STATES as readonly string[]).includes(state)) return null;
  if (othersDecide) return <Note tone="info">{t('decide.others')}</Note>;
  const send = (decision: IdentityDecision['decision']) => {
    if (decide.isPending) return;
    const sums =
      asks === 3 && decision === 'approve'
        ? { depositCents: dollars(deposit), withdrawalCents: dollars(withdrawal) }
        : { depositCents: null, withdrawalCents: null };
    void decide.mutateAsync({ revision, decision, reason, ...sums }).then(
      () => showToast({ type: 'success', title: t('decide.done') }),
      () => undefined,
    );
  };
  const isReady = reason.trim().length >= REASON_MIN_CHARACTERS;
  return (
    <form className="stack" noValidate onSubmit={(event: FormEvent) => event.preventDefault()}>
      <h3 className="admin-details-heading">{t('decide.title', { level: asks })}</h3>
      <TextArea
        label={t('decide.reason')}
        hint={t('decide.hint')}
        rows={3}
        required
        maxLength={REASON_MAX_CHARACTERS}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      {asks === 3 && (
        <>
          <TextInput
            label={t('decide.deposit')}
            inputMode="numeric"
            value={deposit}
            onChange={({ target }) => setDeposit(target.value)}
          />
          <TextInput
            label={t('decide.withdrawal')}
            inputMode="numeric"
            value={withdrawal}
            onChange={({ target }) => setWithdrawal(target.value)}
          />
        </>
      )}
      {decide.error !== null && <ProblemNotice error={decide.error} />}
      <div className="ledger-buttons">
        {DECISIONS.map((decision) => (
          <Button
            key={decision}
            variant={decision === 'approve' ? 'primary' : 'secondary'}
            disabled={!isReady || (decision === 'approve' && asks === 3 && dollars(deposit) === null)}
            busy={decide.isPending && decide.variables.decision === decision}
            busyLabel={t('decide.busy')}
            onClick={() => send(decision)}
          >
            {t(`decide.${decision}`)}
          </Button>
        ))}
      </div>
    </form>
  );
}

/** Whole dollars in cents; null for anything else. */
function dollars(typed: string): number | null {
  const digits = typed.trim();
  return /^[0-9]{1,9}$/u.test(digits) ? Number(digits) * 100 : null;
}
