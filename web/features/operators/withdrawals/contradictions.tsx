// What the bank has said of a withdrawal that does not fit the books, and what an operator did about it.

import { type FormEvent, useState } from 'react';
import { afterwards } from '../../../api/afterwards.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import messages from '#messages/operators-withdrawals.json';
import transactionsMessages from '#messages/transactions.json';
import type { Contradiction, WithdrawalDetails } from '../../../../worker/contract/operators/withdrawals.ts';
import { Button } from '../../../ui/button.tsx';
import { ProblemNotice } from '../../../ui/problem-notice.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { showToast } from '../../../ui/toast-store.ts';
import { Allowed } from '../frame/may.tsx';
import { useResolve } from './queries.ts';

/** As the server takes it. */
const REASON_MIN = 10;
const REASON_MAX = 400;

export function Contradictions({ withdrawal }: { readonly withdrawal: WithdrawalDetails }) {
  const t = useMessages(messages.contradictions);
  const { id, contradictions, method, mine } = withdrawal;
  const open = contradictions.filter(({ resolved }) => resolved === null).map((one) => one.id);
  if (contradictions.length === 0) return null;
  return (
    <section className="ledger-section" aria-label={t('title')}>
      <h3>{t('title')}</h3>
      {open.length > 0 && <p className="small">{t('explained')}</p>}
      <ul className="identity-steps">
        {contradictions.map((one) => (
          <Line key={one.id} said={one} currency={method === 'wire' ? 'USD' : 'BRL'} />
        ))}
      </ul>
      {open.length > 0 && !mine && (
        <Allowed to="withdrawals.decide">
          <ResolveForm key={open.join(' ')} id={id} open={open} />
        </Allowed>
      )}
    </section>
  );
}

type LineProps = { readonly said: Contradiction; readonly currency: 'USD' | 'BRL' };

function Line({ said: one, currency }: LineProps) {
  const t = useMessages(messages.contradictions);
  const states = useMessages(transactionsMessages.withdrawalStates);
  const f = useFormat();
  const { kind, cents, reference, saidAt, state, said, resolved } = one;
  return (
    <li className="small" data-contradiction={one.id}>
      <strong>{t(`kinds.${kind}`, { cents: f.money(cents, currency), reference })}</strong>
      <span className="sub">
        {t('said', { time: f.dateTime(saidAt, 'stamp'), state: states(state), said: t(`words.${said}`) })}
      </span>
      {resolved !== null && (
        <span className="sub">
          {t('done', { time: f.dateTime(resolved.at, 'stamp'), who: resolved.by, what: resolved.what })}
        </span>
      )}
    </li>
  );
}

function ResolveForm({ id, open }: { readonly id: string; readonly open: readonly string[] }) {
  const t = useMessages(messages.contradictions);
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const resolve = useResolve(id);
  const isReady = reason.trim().length >= REASON_MIN;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!isReady || resolve.isPending) return;
    afterwards(resolve.mutateAsync({ reason: reason.trim(), contradictions: [...open] }), {
      onSuccess: () => showToast({ type: 'success', title: t('recorded') }),
    });
  };
  return (
    <form className="stack" noValidate onSubmit={submit}>
      <TextArea
        label={t('reason')}
        hint={t('reasonHint')}
        rows={3}
        required
        maxLength={REASON_MAX}
        value={reason}
        error={tried && !isReady ? t('reasonMissing') : null}
        onChange={({ target }) => setReason(target.value)}
      />
      {resolve.error !== null && <ProblemNotice error={resolve.error} />}
      <div className="ledger-buttons">
        <Button type="submit" busy={resolve.isPending} busyLabel={t('busy')}>
          {t('submit')}
        </Button>
      </div>
    </form>
  );
}
