import { relativeTime } from '../../../i18n/relative-time.ts';
import type { PluralKey } from '../../../i18n/messages.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import operatorsMessages from '#messages/operators.json';
import { useWaiting } from './waiting.ts';

export type WaitingNote = { readonly count: number; readonly text: string };

/** What cannot wait, and whether anybody looks into it. */
export function useAlertsNote(): WaitingNote & { readonly nobody: number } {
  const t = useMessages(operatorsMessages.frame);
  const f = useFormat();
  const { open, owners, nobody } = useWaiting().work?.alerts ?? { open: 0, owners: [], nobody: 0 };
  const who =
    nobody > 0
      ? t.count('alertsNobody', nobody, { n: f.integer(nobody) })
      : t('alertsTaken', { who: owners.join(', ') });
  return { count: open, nobody, text: `${t.count('alerts', open, { n: f.integer(open) })}, ${who}` };
}

/** What waits on which page of the frame, and since when. */
export function useWaitingNotes(): Readonly<Partial<Record<string, WaitingNote>>> {
  const t = useMessages(operatorsMessages.frame);
  const f = useFormat();
  const { work } = useWaiting();
  const contacts = useContactsNote();
  const alerts = useAlertsNote();
  const some = (n: number | undefined, text: PluralKey<typeof operatorsMessages.frame>): WaitingNote => ({
    count: n ?? 0,
    text: t.count(text, n ?? 0, { n: f.integer(n ?? 0) }),
  });
  return {
    today: together(alerts),
    ledger: together(some(work?.reversals, 'waiting')),
    operators: together(some(work?.proposals, 'proposalsWaiting')),
    deposits: together(some(work?.deposits, 'depositsWaiting'), some(work?.strayDeposits, 'strayDeposits')),
    withdrawals: together(
      some(work?.withdrawals, 'withdrawalsWaiting'),
      some(work?.payoutAccounts, 'payoutAccountsWaiting'),
    ),
    bars: together(some(work?.bars, 'barsWaiting'), some(work?.soldOut?.length, 'soldOut')),
    identities: together(some(work?.identities, 'identitiesWaiting')),
    contacts: together(contacts),
  };
}

/** Of a page that has several kinds of work; undefined where nothing waits. */
function together(...notes: readonly WaitingNote[]): WaitingNote | undefined {
  const waiting = notes.filter(({ count }) => count > 0);
  if (waiting.length === 0) return undefined;
  return {
    count: waiting.reduce((sum, { count }) => sum + count, 0),
    text: waiting.map(({ text }) => text).join('; '),
  };
}

/** Since when the oldest message waits, and until when the next complaint is answered. */
function useContactsNote(): WaitingNote {
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
  return { count: open, text: t.count('contactsWaiting', open, { n: f.integer(open), since }) + due };
}
