// /api/admin/reais: payments in reais that nobody could credit, contested deposits, and the tariff of the exchange.

import * as v from 'valibot';
import {
  BRL_STATES_AT_WORK,
  BRL_METHODS,
  HAND_REFUND_STATES,
  IOF_MAX_BASIS_POINTS,
  LEGAL_BASIS_MAX_CHARACTERS,
  LEGAL_BASIS_MIN_CHARACTERS,
  REFUND_REASONS,
  SPREAD_MAX_BASIS_POINTS,
} from '../../domain/pix.ts';
import { TIME_CURSOR } from '../../domain/cursors.ts';
import { atLeast, readable } from '../form-fields.ts';
import { Cents, IsoTime } from '../money.ts';
import { cursor, nextCursor } from '../page.ts';
import { Day } from '../storage.ts';
import { proposalEvidence, proposalReason } from './operators.ts';
import { proposedTariff } from './tariffs.ts';

const customer = v.object({ id: v.string(), name: v.string(), email: v.string() });

export const REAIS_PAGE = 50;

/** GET /api/admin/reais -> ReaisAtWork. */
export const ReaisQuery = v.object({ cursor: cursor(TIME_CURSOR) });
export type ReaisQuery = v.InferOutput<typeof ReaisQuery>;

export const HandRefund = v.object({
  id: v.string(),
  gateway: v.string(),
  paymentId: v.string(),
  brlCents: Cents,
  /** What the bank calls the order by which it went back. */
  reference: v.string(),
  reason: v.string(),
  ...proposedTariff,
  state: v.picklist(HAND_REFUND_STATES),
  /** When the bank said that it had sent it back as well; and when which operator wrote what was done about it. */
  bankSaidAt: v.nullable(IsoTime),
  answeredAt: v.nullable(IsoTime),
  answeredBy: v.nullable(v.string()),
  answer: v.nullable(v.string()),
});
export type HandRefund = v.InferOutput<typeof HandRefund>;

export const ReaisAtWork = v.object({
  /** Those that wait, and those that go back and are not confirmed; the oldest first, page by page. */
  payments: v.array(
    v.object({
      gateway: v.string(),
      id: v.string(),
      method: v.picklist(BRL_METHODS),
      brlCents: Cents,
      state: v.picklist(BRL_STATES_AT_WORK),
      reason: v.nullable(v.picklist(REFUND_REASONS)),
      /** Whose it is, or who was meant. */
      customer: v.nullable(customer),
      depositId: v.nullable(v.string()),
      attempt: v.number(),
      paidAt: IsoTime,
      receivedAt: IsoTime,
      /** When the bank refused the last attempt; null: it did not, or another has been sent since. */
      refusedAt: v.nullable(IsoTime),
      /** Null while nobody sends it. */
      nextTryAt: v.nullable(IsoTime),
      /** From when on nobody sends it again, and who said so. */
      heldAt: v.nullable(IsoTime),
      heldBy: v.nullable(v.string()),
    }),
  ),
  nextCursor,
  /** What operators recorded as returned by hand: those that wait first, then the newest. */
  byHand: v.array(HandRefund),
  /** Deposits that the payer's bank asks for, the oldest first; what it took waits for a charge-back at /admin/deposits. */
  contested: v.array(
    v.object({
      depositId: v.string(),
      customer,
      usdCents: Cents,
      brlCents: Cents,
      contestedAt: IsoTime,
      takenBackAt: v.nullable(IsoTime),
      /** What the bank says that it took, up to now. */
      takenBrlCents: v.nullable(Cents),
    }),
  ),
});
export type ReaisAtWork = v.InferOutput<typeof ReaisAtWork>;
export type ReaisPayment = ReaisAtWork['payments'][number];
export type ContestedReais = ReaisAtWork['contested'][number];

const name = v.pipe(v.string(), v.minLength(1), v.maxLength(40));

/**
 * POST /api/admin/reais/refunds -> ReaisAtWork: nobody knows whose it is, so it goes back to the account that it came from.
 * POST /api/admin/reais/holds, /releases -> ReaisAtWork: nobody sends back what the bank refuses, or it is sent again.
 */
export const ReaisRefundRequest = v.object({ gateway: name, id: name, note: proposalReason });
export type ReaisRefundRequest = v.InferOutput<typeof ReaisRefundRequest>;

/** POST /api/admin/reais/hand-refunds -> ReaisAtWork: it went back by hand, which another operator books. */
export const HandRefundRequest = v.object({ gateway: name, id: name, ...proposalEvidence });
export type HandRefundRequest = v.InferOutput<typeof HandRefundRequest>;

/** POST /api/admin/reais/hand-refunds/:id/answer -> ReaisAtWork: what was done about money that went twice. */
export const AnswerRequest = v.object({ note: proposalReason });
export type AnswerRequest = v.InferOutput<typeof AnswerRequest>;

const basisPoints = (max: number) => v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(max));

/** POST /api/admin/exchange-tariffs -> ExchangeTariffsReport. */
export const ExchangeTariffRequest = v.object({
  fromDay: Day,
  spreadBasisPoints: basisPoints(SPREAD_MAX_BASIS_POINTS),
  iofBasisPoints: basisPoints(IOF_MAX_BASIS_POINTS),
  legalBasis: v.pipe(
    v.string(),
    v.trim(),
    atLeast(LEGAL_BASIS_MIN_CHARACTERS),
    v.maxLength(LEGAL_BASIS_MAX_CHARACTERS),
    readable,
  ),
});
export type ExchangeTariffRequest = v.InferOutput<typeof ExchangeTariffRequest>;

const ExchangeTariff = v.object({
  id: v.string(),
  fromDay: Day,
  spreadBasisPoints: v.number(),
  iofBasisPoints: v.number(),
  legalBasis: v.string(),
});

export const ExchangeTariffProposal = v.object({ ...ExchangeTariff.entries, ...proposedTariff });
export type ExchangeTariffProposal = v.InferOutput<typeof ExchangeTariffProposal>;

export const ExchangeTariffsReport = v.object({
  /** What is charged today; null: nobody has announced any, and nothing is. The list may begin after it. */
  inForce: v.nullable(ExchangeTariff),
  tariffs: v.array(ExchangeTariffProposal),
  /** The first day of Brasília on which one that is announced now may hold. */
  earliest: Day,
});
export type ExchangeTariffsReport = v.InferOutput<typeof ExchangeTariffsReport>;
