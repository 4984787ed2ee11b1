// Chooses what each made-up customer did: deposits in dollars and by PIX, orders at the simulated price of the moment, withdrawals, the
// bonus claim. Pure.
// The ledger's own statements carry it out (seed-crowd.ts). Only cash and bought ounces are tracked here, to choose orders
// that the customer can pay for; an order that the ledger refuses fails the seed.

import { DEPOSIT_EXPIRES_MS } from '../domain/deposits.ts';
import type { DepositMethod } from '../domain/fees.ts';
import {
  CARD_MATURES_MS,
  DEPOSIT_MAX_CENTS,
  DEPOSIT_MIN_CENTS,
  FIRST_PIX_MATURES_MS,
  PIX_LOCKED_MAX_CENTS,
} from '../domain/limits.ts';
import { TRADED_METALS, type TradedMetal } from '../domain/metals.ts';
import { CHARGE_GRACE_MS, lockExpiry } from '../domain/pix.ts';
import { type Order, type OrderSize, placeOrder } from '../domain/quotes.ts';
import { DAY_MS, HOUR_MS } from '../domain/time.ts';
import type { Side } from '../domain/trades.ts';
import { FOUR_EYES } from '../domain/withdrawals.ts';
import { SIMULATED_SEED, simulatedPrice } from '../providers/simulated-walk.ts';
import { momentsOf, type Person } from './seed-people.ts';
import { Chance } from './seed-random.ts';
import type { PastPix } from './seed-reais.ts';
import type { PastWithdrawal } from './seed-withdrawals.ts';

export type Deposit = {
  readonly kind: 'deposit';
  readonly at: number;
  readonly amountCents: number;
  readonly method: DepositMethod;
  readonly outcome: 'pending' | 'failed' | 'completed';
  readonly decidedAt: number;
};
export type Trade = Order & {
  readonly kind: 'trade';
  readonly at: number;
  readonly side: Side;
  readonly metal: TradedMetal;
  readonly priceCents: number;
};
export type Withdrawal = PastWithdrawal & { readonly kind: 'withdrawal' };
export type Pix = PastPix & { readonly kind: 'pix' };
export type Step = Deposit | Pix | Trade | Withdrawal | { readonly kind: 'bonus'; readonly at: number };

const ROUND_WEIGHTS: Readonly<Record<TradedMetal, readonly number[]>> = {
  gold: [500, 1_000, 2_500, 5_000, 10_000],
  silver: [20_000, 50_000, 100_000, 200_000],
};
/** What somebody takes out at least. */
const LEAST_OUT = 5_000;
/** Since when some of those who would transfer dollars pay by PIX: about as many dollars as leave by PIX and TED in two years. */
const PIX_SINCE_MS = 60 * DAY_MS;
const PIX_PERCENT = 15;
/** What happened so lately may still be under way. */
const RECENT_MS = 60 * HOUR_MS;
/** The sandbox gateway decides by the last digits of the amount. */
const ENDING_CENTS = { pending: 13, failed: 66, completed: 0 } as const;
const PAYOUT_ENDING_CENTS = { returned: 66, paid: 0 } as const;

/** Exactly `person.transactions` steps, ascending, none before they joined or after they were last active. */
export function liveOf(person: Person, now: number): Step[] {
  const chance = new Chance(`life ${person.index}`);
  const reais = new Chance(`reais ${person.index}`);
  const wealth = chance.share();
  const [low, high] =
    wealth < 0.65 ? [15_000, 120_000] : wealth < 0.94 ? [100_000, 900_000] : [900_000, 6_000_000];
  /** A typical deposit of this customer, in cents. */
  const usual = chance.between(low, high);
  let cashCents = 0;
  let claimed = false;
  const credited: (Deposit | Pix)[] = [];
  let withdrewAt = 0;
  // Without the bonus, which may be on hold.
  const ounces: Record<TradedMetal, number> = { gold: 0, silver: 0 };

  function order(side: Side, metal: TradedMetal, size: OrderSize, at: number): Trade | null {
    const priceCents = simulatedPrice(SIMULATED_SEED, metal, at);
    const position = { cashCents, ouncesE4: ounces[metal], heldOuncesE4: 0 };
    const placed = placeOrder(side, size, priceCents, position);
    if (!placed.ok) return null;
    const sign = side === 'buy' ? 1 : -1;
    cashCents -= sign * placed.value.totalCents;
    ounces[metal] += sign * placed.value.ouncesE4;
    return { kind: 'trade', at, side, metal, priceCents, ...placed.value };
  }

  function buy(at: number): Trade | null {
    const metal = chance.percent(58) ? 'gold' : 'silver';
    const size: OrderSize = chance.percent(30)
      ? { by: 'weight', ouncesE4: chance.oneOf(ROUND_WEIGHTS[metal]) }
      : chance.percent(12)
        ? { by: 'max' }
        : { by: 'money', totalCents: toRound(cashCents * chance.between(0.2, 0.9), 500) };
    return order('buy', metal, size, at);
  }

  function sell(at: number): Trade | null {
    const owned = TRADED_METALS.filter((metal) => ounces[metal] > 0);
    if (owned.length === 0) return null;
    const metal = chance.oneOf(owned);
    const part = toRound(ounces[metal] * chance.between(0.1, 0.7), 100);
    return order('sell', metal, chance.percent(14) ? { by: 'max' } : { by: 'weight', ouncesE4: part }, at);
  }

  function deposit(at: number): Deposit | Pix {
    const chosen = chosenDeposit(chance, usual, at, now);
    const made = now - at < PIX_SINCE_MS && reais.percent(PIX_PERCENT) ? inReais(chosen, person) : chosen;
    if (chosen.outcome === 'completed') {
      cashCents += chosen.amountCents;
      credited.push(made);
    }
    return made;
  }

  function withdraw(at: number): Withdrawal | null {
    // Nobody has to look at it: an account that is not young, and not a third one in a day.
    const isSoon = at - person.joinedAt < FOUR_EYES.youngAccountMs + DAY_MS || at - withdrewAt < DAY_MS;
    const made = isSoon ? null : chosenWithdrawal(chance, cashCents - immatureCents(credited, at), at);
    if (made === null) return null;
    if (made.outcome !== 'returned') cashCents -= made.amountCents;
    withdrewAt = at;
    return made;
  }

  function step(at: number, isFirst: boolean): Step {
    if (!claimed && !isFirst && chance.percent(9)) {
      claimed = true;
      return { kind: 'bonus', at };
    }
    const out = person.transactions > 4 && chance.percent(6) ? withdraw(at) : null;
    if (out !== null) return out;
    if (cashCents < usual * 0.15 && !chance.percent(20)) return deposit(at);
    const wanted = chance.share();
    return (wanted < 0.16 ? sell(at) : null) ?? (wanted < 0.84 ? buy(at) : null) ?? deposit(at);
  }

  return momentsOf(person).map((at, index) => step(at, index === 0));
}

function chosenDeposit(chance: Chance, usual: number, at: number, now: number): Deposit {
  const wanted = toRound(usual * chance.lopsided(0.45), usual < 200_000 ? 1_000 : 10_000);
  const whole = Math.min(DEPOSIT_MAX_CENTS - 10_000, Math.max(DEPOSIT_MIN_CENTS, wanted));
  const undecided = now - at < RECENT_MS && chance.percent(30);
  const failed = !undecided && chance.percent(2.5);
  const dice = chance.share();
  const method: DepositMethod = dice < 0.68 ? 'bank_transfer' : dice < 0.88 ? 'debit_card' : 'wire';
  // The cron would close one that is older.
  const waits = undecided && now - at < DEPOSIT_EXPIRES_MS[method];
  const outcome = waits ? 'pending' : failed ? 'failed' : 'completed';
  const amountCents = whole + ENDING_CENTS[outcome];
  return { kind: 'deposit', at, amountCents, method, outcome, decidedAt: at + chance.whole(300, 2_800) };
}

/** The same by PIX, where it can be: of who reads Portuguese, and with an end that is known. */
function inReais(chosen: Deposit, { language, lastActiveAt }: Person): Deposit | Pix {
  const { at, amountCents, method, outcome, decidedAt } = chosen;
  const usdCents = amountCents - ENDING_CENTS[outcome];
  const isPaid = outcome === 'completed';
  const endsAt = isPaid ? decidedAt : lockExpiry(at) + CHARGE_GRACE_MS;
  const isPix = method === 'bank_transfer' && outcome !== 'pending' && language === 'pt-BR';
  if (!isPix || usdCents > PIX_LOCKED_MAX_CENTS || endsAt > lastActiveAt) return chosen;
  return { kind: 'pix', at, usdCents, isPaid, endsAt };
}

/** What cannot be withdrawn yet: of cards, and the first PIX. */
function immatureCents(credited: readonly (Deposit | Pix)[], at: number): number {
  const firstPix = credited.find(({ kind }) => kind === 'pix');
  let cents = 0;
  for (const made of credited) {
    if (made.kind === 'pix')
      cents += made === firstPix && made.endsAt + FIRST_PIX_MATURES_MS > at ? made.usdCents : 0;
    else if (made.method === 'debit_card' && made.decidedAt + CARD_MATURES_MS > at) cents += made.amountCents;
  }
  return cents;
}

/** Nothing that operators would look at: what waits for them is in seed-payouts.ts. */
function chosenWithdrawal(chance: Chance, mature: number, at: number): Withdrawal | null {
  const wanted = toRound(mature * chance.between(0.2, 0.9), 1_000) - 1_000;
  const whole = Math.min(wanted, FOUR_EYES.firstUseAboveCents - 1_000);
  if (whole < LEAST_OUT) return null;
  const outcome = chance.percent(2.5) ? 'returned' : 'paid';
  const dice = chance.share();
  const method = dice < 0.75 ? 'pix' : dice < 0.9 ? 'ted' : 'wire';
  const amountCents = whole + PAYOUT_ENDING_CENTS[outcome];
  return { kind: 'withdrawal', at, amountCents, method, outcome, decidedAt: at + chance.whole(300, 2_800) };
}

/** Down to a whole number of `step`: people name round sums. */
function toRound(value: number, step: number): number {
  return Math.max(step, Math.floor(value / step) * step);
}
