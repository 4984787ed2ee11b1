// What operators are told because it cannot wait: each kind with who is told and where it is looked into. What finds it is SQL in
// db/operators/alerts.ts, or a measure of domain/alarms.ts. A kind is one line here, one there, its words in locales/*/operator-alerts.json,
// and its runbook, .github/runbooks/<kind>.md.

import { type Capability, may, type OperatorFacts } from './operator-roles.ts';
import { HOUR_MS, MINUTE_MS } from './time.ts';

/** A payment out of which the bank has said nothing for this long is no payment under way any more. */
export const SENDING_LONG_MS = 4 * HOUR_MS;
/** What is ready and is not sent is no matter of a minute any more. Without a rate it waits while the market is closed: then of its hours. */
export const READY_LONG_MS = HOUR_MS;
/** A gateway that has not taken an order for this long cannot be reached. */
export const GATEWAY_SILENT_MS = 15 * MINUTE_MS;
/** Reais that are to go back and did not for this long need somebody who calls the bank. */
export const NOT_RETURNED_MS = 24 * HOUR_MS;
/** How far reais and dollars may be apart before somebody buys or sells some. */
export const EXCHANGE_POSITION_MAX_CENTS = 50_000_000;
/** A complaint is answered until its day: this long before it, an open one is a matter for now. */
export const COMPLAINT_NEAR_MS = 24 * HOUR_MS;
/** Letters of the last day that nobody got. */
export const DEAD_MAIL_MAX = 20;

type Rule = {
  readonly may: Capability;
  readonly page: string;
  /** What the figure counts. */
  readonly figure: 'count' | 'cents' | 'ounces';
};

export const OPERATOR_ALERTS = {
  'ledger-check-failed': { may: 'ledger.read', page: '/admin/ledger', figure: 'count' },
  'metal-uncovered': { may: 'bars.read', page: '/admin/bars', figure: 'ounces' },
  'withdrawals-sending-long': {
    may: 'withdrawals.read',
    page: '/admin/withdrawals?state=sending',
    figure: 'cents',
  },
  'withdrawals-ready-long': {
    may: 'withdrawals.read',
    page: '/admin/withdrawals?state=ready',
    figure: 'count',
  },
  'payouts-refused': { may: 'withdrawals.read', page: '/admin/withdrawals?state=sending', figure: 'count' },
  'payout-contradictions': { may: 'withdrawals.read', page: '/admin/withdrawals', figure: 'count' },
  'gateway-unreachable': { may: 'treasury.read', page: '/admin/treasury', figure: 'count' },
  'reais-unknown': { may: 'deposits.read', page: '/admin/deposits', figure: 'count' },
  'reais-not-returned': { may: 'deposits.read', page: '/admin/deposits', figure: 'count' },
  'refund-twice': { may: 'deposits.read', page: '/admin/deposits', figure: 'count' },
  'contest-taken': { may: 'deposits.read', page: '/admin/deposits', figure: 'count' },
  'exchange-position': { may: 'treasury.read', page: '/admin/treasury', figure: 'cents' },
  'complaints-due': { may: 'contacts.read', page: '/admin/contacts?kind=complaint', figure: 'count' },
  'mail-dead': { may: 'mail.read', page: '/admin/mail?state=dead', figure: 'count' },
  'price-old': { may: 'feed.read', page: '/admin/feed', figure: 'count' },
  'object-silent': { may: 'figures.read', page: '/admin/figures', figure: 'count' },
  'server-errors': { may: 'figures.read', page: '/admin/figures', figure: 'count' },
  'mail-late': { may: 'mail.read', page: '/admin/mail', figure: 'count' },
  'trade-desk-full': { may: 'figures.read', page: '/admin/figures', figure: 'count' },
  'price-alerts-behind': { may: 'figures.read', page: '/admin/figures', figure: 'count' },
} as const satisfies Readonly<Record<string, Rule>>;
export type OperatorAlertKind = keyof typeof OPERATOR_ALERTS;
export const OPERATOR_ALERT_KINDS = Object.keys(OPERATOR_ALERTS) as [
  OperatorAlertKind,
  ...OperatorAlertKind[],
];

/** The file in the repository that says what to do. */
export const runbookOf = (kind: OperatorAlertKind): string => `.github/runbooks/${kind}.md`;

/** The kinds that this operator is told of. */
export const alertKindsFor = (operator: OperatorFacts): OperatorAlertKind[] =>
  OPERATOR_ALERT_KINDS.filter((kind) => may(operator, OPERATOR_ALERTS[kind].may));

/** Of the webhook: after these waits it is tried again, and then given up. */
export const ALERT_CALL_WAITS_MS: readonly number[] = [
  MINUTE_MS,
  2 * MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  HOUR_MS,
  3 * HOUR_MS,
];
export const ALERT_CALL_TIMEOUT_MS = 5_000;
/** Longer than a call can take: an older claim has expired. */
export const ALERT_CALL_CLAIM_MS = MINUTE_MS;

/** When a call that has failed `attempts` times is made again; null: it is given up. */
export function nextAlertCallAt(attempts: number, now: number): number | null {
  const wait = ALERT_CALL_WAITS_MS[attempts - 1];
  return wait === undefined ? null : now + wait;
}
