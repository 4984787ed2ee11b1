// Closing an account (P63): what must be settled before, how long it can be taken back, and how long the identity is kept.

import { WIRE_WITHDRAWAL_FEE_CENTS } from './limits.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from './time.ts';

/** Signing in takes it back; at the end of the seventh day it is done. */
export const CLOSING_WAIT_MS = 7 * DAY_MS;

/** Cash below this may be given up; from here on it keeps the account open. */
export const WAIVED_BELOW_CENTS = 100;
/** Who is paid by wire alone may give up whatever no wire carries: less than its fee and a cent (P93). */
export const WAIVED_BELOW_BY_WIRE_CENTS = WIRE_WITHDRAWAL_FEE_CENTS + 1;

export const waivedBelowCents = ({ isByWireAlone }: Pick<Leftovers, 'isByWireAlone'>): number =>
  isByWireAlone ? WAIVED_BELOW_BY_WIRE_CENTS : WAIVED_BELOW_CENTS;

/** Of an identity that was opened: who proposed it reads it once, within this time. */
export const IDENTITY_OPEN_MS = 24 * HOUR_MS;
/** The page hides it after this. */
export const IDENTITY_SHOWN_MS = 10 * MINUTE_MS;

/** What is left in an account, as far as it decides about closing. */
export type Leftovers = {
  /** Operators are revoked first, by another. */
  readonly isOperator: boolean;
  readonly isSuspended: boolean;
  /** Known by a passport: reais are paid to a CPF. */
  readonly isByWireAlone: boolean;
  readonly cashCents: number;
  /** Free of hold; the held welcome bonus goes back by itself. */
  readonly goldE4: number;
  readonly silverE4: number;
  /** Of the welcome bonus. */
  readonly heldE4: number;
  /** Those too whose payment nobody could credit. */
  readonly pendingDeposits: number;
  /** Deposits that a payer's bank contests, which it may take back; and reais that nobody has credited yet. */
  readonly openReais: number;
  /** Owed for deposits that the bank took back. */
  readonly debtCents: number;
  /** Asked for and not over. */
  readonly openWithdrawals: number;
  /** Reversals that operators have not decided. */
  readonly openReversals: number;
};

export const CLOSING_OBSTACLES = [
  'suspended',
  'operator',
  'metal',
  'cash',
  'pending-deposit',
  'open-reais',
  'debt',
  'open-withdrawal',
  'open-reversal',
] as const;
export type ClosingObstacle = (typeof CLOSING_OBSTACLES)[number];

/** What is in the way, in the order of the page. `waivedCents`: what the customer gives up, if that is all the cash there is. */
export function closingObstacles(left: Leftovers, waivedCents: number): ClosingObstacle[] {
  const isWaived = left.cashCents === waivedCents && waivedCents < waivedBelowCents(left);
  const inTheWay: Readonly<Record<ClosingObstacle, boolean>> = {
    suspended: left.isSuspended,
    operator: left.isOperator,
    metal: left.goldE4 > 0 || left.silverE4 > 0,
    cash: !isWaived,
    'pending-deposit': left.pendingDeposits > 0,
    'open-reais': left.openReais > 0,
    debt: left.debtCents > 0,
    'open-withdrawal': left.openWithdrawals > 0,
    'open-reversal': left.openReversals > 0,
  };
  return CLOSING_OBSTACLES.filter((name) => inTheWay[name]);
}

/** The same day so many years later; of 29 February the day after it. */
export function keptUntil(from: number, years: number): number {
  const date = new Date(from);
  return date.setUTCFullYear(date.getUTCFullYear() + years);
}

/** A deployment may keep identities longer, never for less than the five years of Law 9,613/1998. */
const KEEP_YEARS_MIN = 5;
const KEEP_YEARS_MAX = 30;
export const KEEP_YEARS_DEFAULT = 10;

/** The setting RETAIN_IDENTITY_YEARS; whatever is no such number means ten. */
export function keepYearsOf(setting: string): number {
  const years = Number(setting);
  return Number.isInteger(years) && years >= KEEP_YEARS_MIN && years <= KEEP_YEARS_MAX
    ? years
    : KEEP_YEARS_DEFAULT;
}
