import { relativeTime } from '../../../i18n/relative-time.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import operatorsMessages from '#messages/operators.json';
import { useWaiting } from './waiting.ts';

export type WaitingNote = { readonly count: number; readonly text: string };

/** Texts with the number of what waits alone. */
type WaitingKey =
  | 'alerts'
  | 'waiting'
  | 'proposalsWaiting'
  | 'depositsWaiting'
  | 'strayDeposits'
  | 'barsWaiting'
  | 'soldOut'
  | 'withdrawalsWaiting'
  | 'payoutAccountsWaiting'
  | 'identitiesWaiting';

/** What waits on which page of the frame, and since when. */
export function useWaitingNotes(): Readonly<Partial<Record<string, WaitingNote>>> {
  const t = useMessages(operatorsMessages.frame);
  const f = useFormat();
  const { work, readAt } = useWaiting();
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
  const line = (count: number, key: WaitingKey): readonly WaitingNote[] =>
    count === 0 ? [] : [{ count, text: t.count(key, count, { n: f.integer(count) }) }];
  const lines: Readonly<Record<string, readonly WaitingNote[]>> =
    work === undefined
      ? {}
      : {
          today: line(work.alerts, 'alerts'),
          ledger: line(work.reversals, 'waiting'),
          operators: line(work.proposals, 'proposalsWaiting'),
          deposits: [...line(work.deposits, 'depositsWaiting'), ...line(work.strayDeposits, 'strayDeposits')],
          bars: [...line(work.bars, 'barsWaiting'), ...line(work.soldOut?.length ?? 0, 'soldOut')],
          withdrawals: [
            ...line(work.withdrawals, 'withdrawalsWaiting'),
            ...line(work.payoutAccounts, 'payoutAccountsWaiting'),
          ],
          identities: line(work.identities, 'identitiesWaiting'),
          contacts:
            open === 0
              ? []
              : [
                  {
                    count: open,
                    text: t.count('contactsWaiting', open, { n: f.integer(open), since }) + due,
                  },
                ],
        };
  return Object.fromEntries(
    Object.entries(lines)
      .filter(([, notes]) => notes.length > 0)
      .map(([page, notes]) => [
        page,
        {
          count: notes.reduce((sum, { count }) => sum + count, 0),
          text: notes.map(({ text }) => text).join('; '),
        },
      ]),
  );
}
