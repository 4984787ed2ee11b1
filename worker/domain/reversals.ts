// What the reversal of an operation does to cash, ounces, cost basis and realised gain. The ledger's SQL does the same in one
// batch (worker/ledger/reverse.ts); the preview that operators read and the reference model of the tests are built from these.
//
// The rule. Entries are mirrored line by line, fee included. Metal goes back at the basis it came with: a reversed sale
// brings back exactly the basis that left with it and takes its gain away; a reversed purchase takes its own cost out of the
// open basis, as far as it is still there, and all of the basis when no ounce stays. What sales have taken along meanwhile
// goes into the realised gain. So open basis less realised gain is always what was paid less what was received, every
// receipt the customer holds stays true, and with no sale in between everything is as it was before the purchase.

import { afterNetPurchase, type BonusClock, freesAt } from './bonus.ts';
import { BONUS_OUNCES_E4, BONUS_RELEASE_CENTS, CASH_MAX_CENTS, HOLDING_MAX_OUNCES_E4 } from './limits.ts';
import type { TradedMetal } from './metals.ts';
import { err, ok, type Result } from './result.ts';
import type { HoldingState } from './trades.ts';

/** Transactions that can be undone. A withdrawal has left the house, and a reversal is answered by a new trade. */
export const REVERSIBLE_TYPES = ['buy', 'sell', 'deposit', 'bonus'] as const;
export type ReversibleType = (typeof REVERSIBLE_TYPES)[number];

/** Why it is done, for the operators and their log. */
export const REVERSAL_REASON_MIN = 10;
export const REVERSAL_REASON_MAX = 400;
/** What the customer reads. */
export const REVERSAL_NOTE_MAX = 200;

export const PROPOSAL_STATES = ['open', 'approved', 'rejected', 'withdrawn'] as const;
export type ProposalState = (typeof PROPOSAL_STATES)[number];

/** What is undone: cents, ten-thousandths of an ounce. `basisRemovedCents` of a sale. */
export type Reversed = {
  readonly type: ReversibleType;
  readonly metal: TradedMetal | null;
  readonly ouncesE4: number | null;
  readonly totalCents: number;
  readonly basisRemovedCents: number | null;
  /** When it was made. */
  readonly at: number;
};

export type ReversalState = BonusClock & {
  readonly cashCents: number;
  readonly holdings: Readonly<Record<TradedMetal, HoldingState>>;
  /** The welcome bonus was claimed and not taken back. */
  readonly bonusStands: boolean;
  /** From when on the bonus was free, and the net purchases of that moment; null while it is held or there is none. */
  readonly bonusFreed: { readonly at: number; readonly netCents: number } | null;
};

/** A bonus that is due is free from the moment at which it was due (P7). */
export function withDueBonusFreed(state: ReversalState, now: number): ReversalState {
  const { gold, silver } = state.holdings;
  const at = freesAt(state);
  if (silver.heldOuncesE4 === 0 || at === null || at > now) return state;
  return {
    ...state,
    bonusFreed: { at, netCents: state.netPurchasesCents },
    holdings: { gold, silver: { ...silver, heldOuncesE4: 0 } },
  };
}

export const REVERSAL_SHORTFALLS = ['ReversalShortOfCash', 'ReversalShortOfMetal', 'BeyondBounds'] as const;
export type ReversalShortfall = (typeof REVERSAL_SHORTFALLS)[number];

export function isReversible(type: string): type is ReversibleType {
  return REVERSIBLE_TYPES.some((one) => one === type);
}

/** What the customer's cash and metal change by: the opposite of what the operation did. */
export function reversalMoves(of: Reversed): { readonly cashCents: number; readonly ouncesE4: number } {
  switch (of.type) {
    case 'buy':
      return { cashCents: of.totalCents, ouncesE4: -(of.ouncesE4 ?? 0) };
    case 'sell':
      return { cashCents: -of.totalCents, ouncesE4: of.ouncesE4 ?? 0 };
    case 'deposit':
      return { cashCents: -of.totalCents, ouncesE4: 0 };
    case 'bonus':
      return { cashCents: 0, ouncesE4: -(of.ouncesE4 ?? 0) };
  }
}

/** The basis that leaves the holding; below zero where a reversed sale brings it back. */
export function basisRemovedByReversal(
  of: Reversed,
  holding: Pick<HoldingState, 'ouncesE4' | 'costBasisCents'>,
): number {
  if (of.type === 'sell') return -(of.basisRemovedCents ?? 0);
  if (holding.ouncesE4 === of.ouncesE4) return holding.costBasisCents;
  return Math.min(of.type === 'buy' ? of.totalCents : 0, holding.costBasisCents);
}

/** Nothing goes below zero: what the customer has spent, sold or may not sell meanwhile cannot be taken. */
export function afterReversal(
  of: Reversed,
  stored: ReversalState,
  now: number,
): Result<ReversalState, ReversalShortfall> {
  const state = of.metal === null ? stored : withDueBonusFreed(stored, now);
  const moves = reversalMoves(of);
  const cashCents = state.cashCents + moves.cashCents;
  if (cashCents < 0) return err('ReversalShortOfCash');
  if (cashCents > CASH_MAX_CENTS) return err('BeyondBounds');
  const bonusStands = state.bonusStands && of.type !== 'bonus';
  if (of.metal === null) return ok({ ...state, cashCents, bonusStands });

  const before = state.holdings[of.metal];
  // The bonus is what is held: its reversal takes the held part first.
  const heldOuncesE4 = of.type === 'bonus' ? 0 : before.heldOuncesE4;
  const ouncesE4 = before.ouncesE4 + moves.ouncesE4;
  if (ouncesE4 < heldOuncesE4) return err('ReversalShortOfMetal');
  if (ouncesE4 > HOLDING_MAX_OUNCES_E4) return err('BeyondBounds');
  const removed = basisRemovedByReversal(of, before);
  const after: HoldingState = {
    ouncesE4,
    heldOuncesE4,
    costBasisCents: before.costBasisCents - removed,
    realisedGainCents: before.realisedGainCents + moves.cashCents - removed,
    boughtCents: before.boughtCents - (of.type === 'buy' ? of.totalCents : 0),
  };
  const holdings = { ...state.holdings, [of.metal]: after };
  const undone = { ...state, cashCents, bonusStands, holdings };
  if (of.type === 'bonus') return ok(undone);
  return ok(recounted(of, { ...undone, ...afterNetPurchase(state, -moves.cashCents, now) }));
}

/** Where the net purchases that had freed the bonus no longer are enough, what is left of it is held again (P55). */
function recounted(of: Reversed, state: ReversalState): ReversalState {
  const { bonusFreed, holdings } = state;
  if (bonusFreed === null || of.at >= bonusFreed.at) return state;
  const netCents = bonusFreed.netCents - reversalMoves(of).cashCents;
  if (netCents >= BONUS_RELEASE_CENTS) return { ...state, bonusFreed: { at: bonusFreed.at, netCents } };
  const { gold, silver } = holdings;
  const held = { ...silver, heldOuncesE4: Math.min(BONUS_OUNCES_E4, silver.ouncesE4) };
  return { ...state, bonusFreed: null, holdings: state.bonusStands ? { gold, silver: held } : holdings };
}
