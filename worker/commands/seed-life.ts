// What a made-up customer did, step by step, by the rules of the domain and at the simulated prices of each moment: the rows
// that the real services would have left behind. Pure; the full ledger check is run on them by a test.

import { type DepositMethod, depositFeeCents } from '../domain/fees.ts';
import {
  BONUS_OUNCES_E4,
  BONUS_RELEASE_CENTS,
  DEPOSIT_MAX_CENTS,
  DEPOSIT_MIN_CENTS,
} from '../domain/limits.ts';
import { TRADED_METALS, type TradedMetal } from '../domain/metals.ts';
import { type OrderSize, placeOrder } from '../domain/quotes.ts';
import {
  afterBuy,
  afterSale,
  basisRemovedCents,
  freeOuncesE4,
  type HoldingState,
  NO_HOLDING,
  type Side,
} from '../domain/trades.ts';
import type { TransactionFacts } from '../domain/transactions.ts';
import { BONUS_NOTE } from '../ledger/claim-bonus.ts';
import { type Entry, HOUSE } from '../ledger/statements.ts';
import { SIMULATED_SEED, simulatedPrice } from '../providers/simulated-walk.ts';
import { momentsOf, type Person } from './seed-people.ts';
import { Chance } from './seed-random.ts';
import { HOUR_MS } from '../domain/time.ts';

export type StateAfter = {
  readonly cashCents: number;
  readonly pendingCashCents: number;
  readonly bonusClaimed: boolean;
  readonly holdings: Readonly<Partial<Record<TradedMetal, HoldingState>>>;
  readonly asOf: string;
  /** In the order of TRADED_METALS. */
  readonly prices: readonly number[];
};

export type PastOperation = {
  readonly id: string;
  readonly initiator: 'customer' | 'gateway';
  readonly key: string;
  readonly kind: 'trade' | 'deposit' | 'settlement' | 'bonus';
  readonly quoteId: string | null;
  readonly quoteBasis: string | null;
  /** What the customer had right after it, and the prices of that moment; null where nobody was answered. */
  readonly state: StateAfter | null;
  readonly at: number;
  readonly entries: readonly Entry[];
};

export type PastTransaction = TransactionFacts & {
  readonly operationId: string;
  readonly basisRemovedCents: number | null;
  /** The operation that moved a deposit's money. */
  readonly settlementId: string | null;
};

export type Life = {
  readonly cashCents: number;
  readonly holdings: Readonly<Partial<Record<TradedMetal, HoldingState>>>;
  readonly bonusClaimedAt: number | null;
  readonly operations: readonly PastOperation[];
  readonly transactions: readonly PastTransaction[];
};

/** Exactly `person.transactions` transactions, none before they joined or after they were last seen. */
export function liveOf(person: Person, now: number): Life {
  const living = new Living(person, now);
  for (const at of momentsOf(person)) living.step(at);
  return living.told();
}

class Living {
  readonly #person: Person;
  readonly #now: number;
  readonly #chance: Chance;
  /** What this customer usually brings, in cents. */
  readonly #usual: number;
  readonly #operations: PastOperation[] = [];
  readonly #transactions: PastTransaction[] = [];
  #cash = 0;
  #pending = 0;
  #bonusAt: number | null = null;
  #holdings: Partial<Record<TradedMetal, HoldingState>> = {};

  constructor(person: Person, now: number) {
    this.#person = person;
    this.#now = now;
    this.#chance = new Chance(`life ${person.index}`);
    const means = this.#chance.share();
    const [low, high] =
      means < 0.65 ? [15_000, 120_000] : means < 0.94 ? [100_000, 900_000] : [900_000, 6_000_000];
    this.#usual = this.#chance.between(low, high);
  }

  told(): Life {
    return {
      cashCents: this.#cash,
      holdings: this.#holdings,
      bonusClaimedAt: this.#bonusAt,
      operations: this.#operations,
      transactions: this.#transactions,
    };
  }

  /** One transaction, whichever of the intended ones is possible; money can always be brought. */
  step(at: number): void {
    const chance = this.#chance;
    const poor = this.#cash < this.#usual * 0.15;
    if (this.#bonusAt === null && this.#transactions.length > 0 && chance.percent(9)) return this.#claim(at);
    if (poor && !chance.percent(20)) return this.#deposit(at);
    const wanted = chance.share();
    if (wanted < 0.16 && this.#sell(at)) return;
    if (wanted < 0.84 && this.#buy(at)) return;
    this.#deposit(at);
  }

  #buy(at: number): boolean {
    const chance = this.#chance;
    const metal = chance.percent(58) ? 'gold' : 'silver';
    const roundWeights =
      metal === 'gold' ? [500, 1_000, 2_500, 5_000, 10_000] : [20_000, 50_000, 100_000, 200_000];
    const size: OrderSize = chance.percent(30)
      ? { by: 'weight', ouncesE4: chance.oneOf(roundWeights) }
      : chance.percent(12)
        ? { by: 'max' }
        : { by: 'money', totalCents: toRound(this.#cash * chance.between(0.2, 0.9), 500) };
    return this.#trade('buy', metal, size, at);
  }

  #sell(at: number): boolean {
    const chance = this.#chance;
    const owned = TRADED_METALS.filter((metal) => freeOuncesE4(this.#holding(metal)) > 0);
    if (owned.length === 0) return false;
    const metal = chance.oneOf(owned);
    const part = Math.floor(freeOuncesE4(this.#holding(metal)) * chance.between(0.1, 0.7));
    const size: OrderSize = chance.percent(14)
      ? { by: 'max' }
      : { by: 'weight', ouncesE4: toRound(part, 100) };
    return this.#trade('sell', metal, size, at);
  }

  #trade(side: Side, metal: TradedMetal, size: OrderSize, at: number): boolean {
    const priceCents = simulatedPrice(SIMULATED_SEED, metal, at);
    const before = this.#holding(metal);
    const placed = placeOrder(side, size, priceCents, { cashCents: this.#cash, ...before });
    if (!placed.ok) return false;
    const { ouncesE4, subtotalCents, feeCents, totalCents } = placed.value;
    const sign = side === 'buy' ? 1 : -1;
    const removed =
      side === 'buy' ? null : basisRemovedCents(before.costBasisCents, before.ouncesE4, ouncesE4);
    this.#cash -= sign * totalCents;
    this.#holdings[metal] = (side === 'buy' ? afterBuy : afterSale)(before, ouncesE4, totalCents);
    if (side === 'buy') this.#releaseBonus();
    const facts = { metal, ouncesE4, priceCents, subtotalCents, feeCents, totalCents };
    const gain = removed === null ? null : totalCents - removed;
    const transaction = this.#transaction(side, at, { ...facts, realisedGainCents: gain }, removed);
    const { id: accountId } = this.#person;
    this.#note(transaction, {
      kind: 'trade',
      quoteId: this.#chance.id(),
      quoteBasis: basisOf(priceCents, at),
      entries: [
        { accountId, asset: 'usd', amount: -sign * totalCents },
        { accountId: HOUSE.cash, asset: 'usd', amount: sign * subtotalCents },
        { accountId: HOUSE.fees, asset: 'usd', amount: feeCents },
        { accountId, asset: metal, amount: sign * ouncesE4 },
        { accountId: HOUSE.metal, asset: metal, amount: -sign * ouncesE4 },
      ],
    });
    return true;
  }

  /** As the sandbox does it: amounts ending in .13 stay pending, those ending in .66 fail, others settle at once. */
  #deposit(at: number): void {
    const chance = this.#chance;
    const wanted = toRound(this.#usual * chance.lopsided(0.45), this.#usual < 200_000 ? 1_000 : 10_000);
    const whole = Math.min(DEPOSIT_MAX_CENTS - 10_000, Math.max(DEPOSIT_MIN_CENTS, wanted));
    const recent = this.#now - at < 60 * HOUR_MS;
    const status = recent && chance.percent(30) ? 'pending' : chance.percent(2.5) ? 'failed' : 'completed';
    const amount = whole + { pending: 13, failed: 66, completed: 0 }[status];
    const dice = chance.share();
    const method: DepositMethod = dice < 0.68 ? 'bank_transfer' : dice < 0.88 ? 'debit_card' : 'wire';
    const feeCents = depositFeeCents(amount, method);
    const settledAt = status === 'pending' ? null : at + chance.whole(300, 2_800);
    if (status === 'completed') this.#cash += amount;
    if (status === 'pending') this.#pending += amount;
    const figures: Partial<TransactionFacts> = {
      subtotalCents: amount,
      feeCents,
      totalCents: amount,
      status,
      method,
      gateway: 'sandbox',
      settledAt,
    };
    const transaction = this.#transaction('deposit', at, figures, null);
    const settlementId = status === 'completed' ? chance.id() : null;
    this.#note({ ...transaction, settlementId }, { kind: 'deposit', entries: [] });
    if (settlementId === null || settledAt === null) return;
    const { id: accountId } = this.#person;
    this.#operations.push({
      id: settlementId,
      initiator: 'gateway',
      key: `settle:${transaction.id}`,
      kind: 'settlement',
      quoteId: null,
      quoteBasis: null,
      state: null,
      at: settledAt,
      entries: [
        { accountId, asset: 'usd', amount },
        { accountId: HOUSE.fees, asset: 'usd', amount: feeCents },
        { accountId: HOUSE.cash, asset: 'usd', amount: -(amount + feeCents) },
      ],
    });
  }

  #claim(at: number): void {
    this.#bonusAt = at;
    const before = this.#holding('silver');
    this.#holdings.silver = {
      ...before,
      ouncesE4: before.ouncesE4 + BONUS_OUNCES_E4,
      heldOuncesE4: before.heldOuncesE4 + BONUS_OUNCES_E4,
    };
    this.#releaseBonus();
    const figures = { metal: 'silver', ouncesE4: BONUS_OUNCES_E4, priceCents: 0, notes: BONUS_NOTE } as const;
    const { id: accountId } = this.#person;
    this.#note(this.#transaction('bonus', at, figures, null), {
      kind: 'bonus',
      entries: [
        { accountId, asset: 'silver', amount: BONUS_OUNCES_E4 },
        { accountId: HOUSE.promotion, asset: 'silver', amount: -BONUS_OUNCES_E4 },
      ],
    });
  }

  #releaseBonus(): void {
    const bought = TRADED_METALS.reduce((sum, metal) => sum + this.#holding(metal).boughtCents, 0);
    const { silver } = this.#holdings;
    if (silver !== undefined && bought >= BONUS_RELEASE_CENTS)
      this.#holdings.silver = { ...silver, heldOuncesE4: 0 };
  }

  #holding(metal: TradedMetal): HoldingState {
    return this.#holdings[metal] ?? NO_HOLDING;
  }

  #transaction(
    type: 'buy' | 'sell' | 'deposit' | 'bonus',
    at: number,
    figures: Partial<TransactionFacts>,
    removed: number | null,
  ): PastTransaction {
    return {
      id: this.#chance.id(),
      type,
      metal: null,
      ouncesE4: null,
      priceCents: null,
      subtotalCents: 0,
      feeCents: 0,
      totalCents: 0,
      realisedGainCents: null,
      status: 'completed',
      method: null,
      gateway: null,
      notes: null,
      createdAt: at,
      settledAt: at,
      ...figures,
      operationId: this.#chance.id(),
      basisRemovedCents: removed,
      settlementId: null,
    };
  }

  /** The transaction and its operation, answered with the state after it. */
  #note(
    transaction: PastTransaction,
    operation: Pick<PastOperation, 'kind' | 'entries'> & Partial<PastOperation>,
  ): void {
    this.#transactions.push(transaction);
    const { operationId, createdAt } = transaction;
    this.#operations.push({
      id: operationId,
      initiator: 'customer',
      key: this.#chance.id(),
      quoteId: null,
      quoteBasis: null,
      state: this.#stateAt(createdAt),
      at: createdAt,
      ...operation,
    });
  }

  #stateAt(at: number): StateAfter {
    return {
      cashCents: this.#cash,
      pendingCashCents: this.#pending,
      bonusClaimed: this.#bonusAt !== null,
      holdings: { ...this.#holdings },
      asOf: new Date(at).toISOString(),
      prices: TRADED_METALS.map((metal) => simulatedPrice(SIMULATED_SEED, metal, at)),
    };
  }
}

/** What the quote was made from, as the hub would have said it. */
function basisOf(midCents: number, at: number): string {
  const asOf = new Date(at).toISOString();
  return JSON.stringify({
    seq: 0,
    kind: 'simulated',
    asOf,
    observations: [{ source: 'simulated', midCents, at: asOf }],
  });
}

/** Down to a whole number of `step`: people name round sums. */
function toRound(value: number, step: number): number {
  return Math.max(step, Math.floor(value / step) * step);
}
