// What waits for an operator, kind by kind: who sees it, and where it is worked on. What counts it is SQL in db/operators/today.ts. A
// kind is one line here, one there, and its name in locales/*/operators-today.json.

import type { Capability } from './operator-roles.ts';

type Rule = { readonly may: Capability; readonly page: string };

/** In the order of the page: customers' money first. */
export const TODAY = {
  'failed-checks': { may: 'ledger.read', page: '/admin/ledger' },
  withdrawals: { may: 'withdrawals.read', page: '/admin/withdrawals?state=waiting-approval' },
  sending: { may: 'withdrawals.read', page: '/admin/withdrawals?state=sending' },
  'withdrawal-proposals': { may: 'withdrawals.read', page: '/admin/withdrawals' },
  'stray-deposits': { may: 'deposits.read', page: '/admin/deposits?state=stray' },
  'unknown-reais': { may: 'deposits.read', page: '/admin/deposits' },
  contested: { may: 'deposits.read', page: '/admin/deposits' },
  'moving-reais': { may: 'deposits.read', page: '/admin/deposits' },
  'held-refunds': { may: 'deposits.read', page: '/admin/deposits' },
  'deposit-proposals': { may: 'deposits.read', page: '/admin/deposits' },
  deposits: { may: 'deposits.read', page: '/admin/deposits' },
  'payout-accounts': { may: 'payouts.decide', page: '/admin/withdrawals' },
  reversals: { may: 'ledger.read', page: '/admin/ledger' },
  breaks: { may: 'reconciliation.read', page: '/admin/reconciliation' },
  'set-asides': { may: 'reconciliation.read', page: '/admin/reconciliation' },
  bars: { may: 'bars.read', page: '/admin/bars' },
  debts: { may: 'deposits.read', page: '/admin/deposits?state=owed' },
  'treasury-orders': { may: 'treasury.read', page: '/admin/treasury' },
  tariffs: { may: 'ledger.read', page: '/admin/tariff' },
  'overdue-complaints': { may: 'contacts.read', page: '/admin/contacts?kind=complaint' },
  contacts: { may: 'contacts.read', page: '/admin/contacts?state=open' },
  identities: { may: 'identities.read', page: '/admin/identities' },
  closings: { may: 'customers.read', page: '/admin' },
  proposals: { may: 'operators.read', page: '/admin/operators' },
  bulletins: { may: 'feed.read', page: '/admin/feed' },
  'dead-mail': { may: 'mail.read', page: '/admin/mail?state=dead' },
  submissions: { may: 'submissions.read', page: '/admin/submissions' },
} as const satisfies Readonly<Record<string, Rule>>;
export type TodayKind = keyof typeof TODAY;
export const TODAY_KINDS = Object.keys(TODAY) as [TodayKind, ...TodayKind[]];
