// A withdrawal before it is asked for: what may be typed, where it may go, what arrives and when. The rules are the server's own; the
// server decides.

import type { Hold, WithdrawalTerms } from '../../../../worker/contract/withdrawals.ts';
import { brlCents } from '../../../../worker/domain/exchange.ts';
import type { Rate } from '../../../i18n/display.ts';
import type { Locale } from '../../../i18n/locale.ts';
import { type MoneyInput, type ReadMoney, readMoney } from '../../../i18n/money-input.ts';

export type TermsAccount = WithdrawalTerms['accounts'][number];
type TermsMethod = WithdrawalTerms['methods'][number];

export type AmountProblem =
  | Extract<ReadMoney, { ok: false }>['reason']
  | 'WithdrawalBelowMinimum'
  | 'WithdrawalAboveMaximum'
  | 'NotWithdrawable'
  /** Of the level, in a day. */
  | 'limit';

export type ReadAmount =
  | { readonly ok: true; readonly amountCents: number }
  | { readonly ok: false; readonly problem: AmountProblem };

/** What the level leaves for now. */
const leftCents = ({ limit }: WithdrawalTerms): number => Math.max(0, limit.maxCents - limit.usedCents);

/** The most and the least that some method takes now; null: nothing can be asked for. */
export function boundsOf(
  terms: WithdrawalTerms,
): { readonly leastCents: number; readonly mostCents: number } | null {
  if (terms.methods.length === 0) return null;
  const leastCents = Math.min(...terms.methods.map(({ minCents }) => minCents));
  const highest = Math.max(...terms.methods.map(({ maxCents }) => maxCents));
  const mostCents = Math.min(terms.withdrawableCents, leftCents(terms), highest);
  return mostCents < leastCents ? null : { leastCents, mostCents };
}

/** Why nothing can be asked for, where something can be paid out at all. */
export function nothingBecause(terms: WithdrawalTerms): 'empty' | 'waits' | 'small' | 'limit' {
  if (terms.cashCents === 0) return 'empty';
  if (terms.withdrawableCents === 0) return 'waits';
  const leastCents = Math.min(...terms.methods.map(({ minCents }) => minCents));
  return terms.withdrawableCents < leastCents ? 'small' : 'limit';
}

export function readAmount(
  input: MoneyInput,
  locale: Locale,
  rate: Rate | null,
  terms: WithdrawalTerms,
): ReadAmount {
  const read = readMoney(locale, input, rate);
  if (!read.ok) return { ok: false, problem: read.reason };
  const problem = problemOf(read.cents, terms);
  return problem === null ? { ok: true, amountCents: read.cents } : { ok: false, problem };
}

function problemOf(cents: number, terms: WithdrawalTerms): AmountProblem | null {
  if (cents > Math.max(...terms.methods.map(({ maxCents }) => maxCents))) return 'WithdrawalAboveMaximum';
  if (cents > terms.withdrawableCents) return 'NotWithdrawable';
  if (cents > leftCents(terms)) return 'limit';
  return cents < Math.min(...terms.methods.map(({ minCents }) => minCents)) ? 'WithdrawalBelowMinimum' : null;
}

/** Why an account cannot be chosen for an amount; null: it can. */
export function refusalOf(
  terms: WithdrawalTerms,
  account: TermsAccount,
  amountCents: number,
): 'checking' | 'waiting' | 'refused' | 'removed' | 'cpf' | 'method' | 'below' | null {
  if (account.status !== 'active') return account.status;
  if (terms.isByWireAlone && account.method !== 'wire') return 'cpf';
  const method = methodOf(terms, account);
  if (method === undefined || amountCents > method.maxCents) return 'method';
  return amountCents < method.minCents ? 'below' : null;
}

const methodOf = (terms: WithdrawalTerms, account: TermsAccount): TermsMethod | undefined =>
  terms.methods.find(({ method }) => method === account.method);

/** The holds of the customer and of the account together: each reason once, the longest first. */
export function holdsFor(terms: WithdrawalTerms, account: Pick<TermsAccount, 'holds'>): readonly Hold[] {
  const ends = new Map<Hold['reason'], string>();
  for (const { reason, until } of [...terms.holds, ...account.holds]) {
    if (until > (ends.get(reason) ?? '')) ends.set(reason, until);
  }
  return [...ends]
    .map(([reason, until]) => ({ reason, until }))
    .toSorted((a, b) => Date.parse(b.until) - Date.parse(a.until));
}

export type Plan = {
  readonly account: TermsAccount;
  readonly amountCents: number;
  readonly feeCents: number;
  readonly sentCents: number;
  /** About what arrives at the rate of now; null by wire, and where nobody knows the rate. */
  readonly brlCents: number | null;
  readonly arrivesIn: 'usd' | 'brl';
  readonly holds: readonly Hold[];
  /** From when on it may be sent; null: at once. */
  readonly sendsAt: string | null;
  /** A day of Brasília; null: nobody exchanges reais now, and nobody knows until when. */
  readonly expectedOn: string | null;
  /** The market's opening, where it is closed when the holds are over. */
  readonly exchangedFrom: string | null;
  readonly hasTwoOperators: boolean;
};

/** Null: this account does not take it. */
export function planOf(terms: WithdrawalTerms, account: TermsAccount, amountCents: number): Plan | null {
  const method = methodOf(terms, account);
  if (method === undefined || refusalOf(terms, account, amountCents) !== null) return null;
  const holds = holdsFor(terms, account);
  const sendsAt = holds[0]?.until ?? null;
  const sentCents = amountCents - method.feeCents;
  const arrivesIn = account.method === 'wire' ? 'usd' : 'brl';
  return {
    account,
    amountCents,
    feeCents: method.feeCents,
    sentCents,
    brlCents: arrivesIn === 'usd' || terms.rateE4 === null ? null : brlCents(sentCents, terms.rateE4),
    arrivesIn,
    holds,
    sendsAt,
    expectedOn: account.expectedOn,
    exchangedFrom: account.exchangedFrom,
    hasTwoOperators: amountCents > account.reviewedAboveCents,
  };
}
