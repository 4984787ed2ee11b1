import { relativeTime } from '../../../i18n/relative-time.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import operatorsMessages from '#messages/operators.json';
import { useWaiting } from './waiting.ts';

export type WaitingNote = { readonly count: number; readonly text: string };

/** What waits on which page of the frame, and since when. */
export function useWaitingNotes(): Readonly<Partial<Record<string, WaitingNote>>> {
  const t = useMessages(operatorsMessages.frame);
  const f = useFormat();
  const { work, readAt } = useWaiting();
  const reversals = work?.reversals ?? 0;
  const proposals = work?.proposals ?? 0;
  const bars = work?.bars ?? 0;
  const deposits = work?.deposits ?? 0;
  const stray = work?.strayDeposits ?? 0;
  const soldOut = work?.soldOut?.length ?? 0;
  const identities = work?.identities ?? 0;
  const withdrawals = work?.withdrawals ?? 0;
  const payoutAccounts = work?.payoutAccounts ?? 0;
  const { open = 0, oldestAt = null, complaints } = work?.contacts ?? {};
  const overdue = complaints?.overdue ?? 0;
  const nextDueAt = complaints?.nextDueAt ?? null;
  const since = oldestAt === null ? '' : relativeTime(f.locale, oldestAt, readAt);
  const due =
    overdue > 0
      ? `; ${t.count('complaintsOverdue', overdue, { n: f.integer(overdue) })}`
      : nextDueAt === null
        ? ''
        : `; ${t('complaintDue', { when: f.dateTime(nextDueAt, 'dayMonthTime') })}`;
  return {
    ...(reversals === 0 ? {} : { ledger: { count: reversals, text: t.count('waiting', reversals) } }),
    ...(proposals === 0
      ? {}
      : { operators: { count: proposals, text: t.count('proposalsWaiting', proposals) } }),
    ...(deposits + stray === 0
      ? {}
      : {
          deposits: {
            count: deposits + stray,
            text: [
              ...(deposits === 0 ? [] : [t.count('depositsWaiting', deposits, { n: f.integer(deposits) })]),
              ...(stray === 0 ? [] : [t.count('strayDeposits', stray, { n: f.integer(stray) })]),
            ].join('; '),
          },
        }),
    ...(bars + soldOut === 0
      ? {}
      : {
          bars: {
            count: bars + soldOut,
            text: [
              ...(bars === 0 ? [] : [t.count('barsWaiting', bars)]),
              ...(soldOut === 0 ? [] : [t.count('soldOut', soldOut)]),
            ].join('; '),
          },
        }),
    ...(withdrawals + payoutAccounts === 0
      ? {}
      : {
          withdrawals: {
            count: withdrawals + payoutAccounts,
            text: [
              ...(withdrawals === 0 ? [] : [t.count('withdrawalsWaiting', withdrawals)]),
              ...(payoutAccounts === 0 ? [] : [t.count('payoutAccountsWaiting', payoutAccounts)]),
            ].join('; '),
          },
        }),
    ...(identities === 0
      ? {}
      : {
          identities: {
            count: identities,
            text: t.count('identitiesWaiting', identities, { n: f.integer(identities) }),
          },
        }),
    ...(open === 0
      ? {}
      : {
          contacts: {
            count: open,
            text: t.count('contactsWaiting', open, { n: f.integer(open), since }) + due,
          },
        }),
  };
}
