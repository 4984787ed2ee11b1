// /api/admin/bars: the bars of the vault, what of them is free, and proposals about them. Weights are thousandths of a troy ounce
// (E3), fineness is in tenths of a part per thousand (E1); what the ledger counts is in ten-thousandths of a troy ounce (E4).

import * as v from 'valibot';
import {
  brokenBarRule,
  readRefiner,
  readSerial,
  REFINER_MAX_CHARACTERS,
  SERIAL_MAX_CHARACTERS,
} from '../../domain/bars.ts';
import { TIME_CURSOR } from '../../domain/cursors.ts';
import { TRADED_METALS } from '../../domain/metals.ts';
import { BAR_PROPOSALS } from '../../domain/operator-proposals.ts';
import { rules, text } from '../form-fields.ts';
import { IsoTime, OuncesE4 } from '../money.ts';
import { cursor, nextCursor } from '../page.ts';
import type { RuleCode } from '../rule-texts.ts';
import { ProposalDecision, proposalReason } from './operators.ts';

export const BARS_PAGE = 50;
export const BARS_SEARCH_MAX = 80;

const metal = v.picklist(TRADED_METALS);
const facts = {
  metal,
  refiner: v.string(),
  serial: v.string(),
  grossE3: v.number(),
  assayE1: v.number(),
  fineE3: v.number(),
};

export const Bar = v.object({
  id: v.string(),
  ...facts,
  /** Made up by a local seed: no such bar exists. */
  sample: v.boolean(),
  inAt: IsoTime,
  /** Null: it is in the vault. */
  outAt: v.nullable(IsoTime),
});
export type Bar = v.InferOutput<typeof Bar>;

export const BarsOverview = v.object({
  asOf: IsoTime,
  metals: v.array(
    v.object({
      metal,
      bars: v.number(),
      /** How many of the bars are samples. */
      samples: v.number(),
      /** The fine weight of the bars in the vault. */
      barsE4: OuncesE4,
      customersE4: OuncesE4,
      /** Bars less what customers hold: what can be sold. */
      freeE4: OuncesE4,
      /** What customers hold beyond the bars; nothing is sold then. */
      uncoveredE4: OuncesE4,
    }),
  ),
});
export type BarsOverview = v.InferOutput<typeof BarsOverview>;

export const BarsPage = v.object({ bars: v.array(Bar), nextCursor });
export type BarsPage = v.InferOutput<typeof BarsPage>;

export const BarsQuery = v.object({
  where: v.optional(v.picklist(['vault', 'gone']), 'vault'),
  metal: v.optional(metal),
  /** A part of the serial number or of the refiner's name. */
  find: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(BARS_SEARCH_MAX)), ''),
  cursor: cursor(TIME_CURSOR),
});
export type BarsQuery = v.InferOutput<typeof BarsQuery>;

export const BarProposal = v.object({
  ...ProposalDecision.entries,
  kind: v.picklist(BAR_PROPOSALS),
  bar: v.object(facts),
});
export type BarProposal = v.InferOutput<typeof BarProposal>;

export const BarProposalsPage = v.object({ proposals: v.array(BarProposal), nextCursor });
export type BarProposalsPage = v.InferOutput<typeof BarProposalsPage>;

/** What is no whole number within reach counts as nothing: the rule for weights then applies. */
const whole = v.fallback(v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(10_000_000)), 0);
const WEIGHT_CODES = {
  weight: 'barWeight',
  step: 'barStep',
} as const satisfies Record<string, RuleCode>;

/** POST /api/admin/bars/receipts -> BarProposal. */
export const BarReceipt = v.pipe(
  v.object({
    metal,
    refiner: v.pipe(
      text,
      v.maxLength(2 * REFINER_MAX_CHARACTERS),
      v.transform((name) => readRefiner(name) ?? ''),
    ),
    serial: v.pipe(
      text,
      v.maxLength(2 * SERIAL_MAX_CHARACTERS),
      v.transform((number) => readSerial(number) ?? ''),
    ),
    grossE3: whole,
    assayE1: whole,
    reason: proposalReason,
  }),
  rules(({ metal: of, grossE3, assayE1, refiner, serial }) => {
    const broken = brokenBarRule({ metal: of, grossE3, assayE1 });
    return {
      refiner: refiner === '' ? 'barRefiner' : null,
      serial: serial === '' ? 'barSerial' : null,
      grossE3: broken === null || broken === 'assay' ? null : WEIGHT_CODES[broken],
      assayE1: broken === 'assay' ? 'barAssay' : null,
    };
  }),
);
export type BarReceipt = v.InferOutput<typeof BarReceipt>;

/** POST /api/admin/bars/:id/releases -> BarProposal. */
export const BarRelease = v.object({ reason: proposalReason });
export type BarRelease = v.InferOutput<typeof BarRelease>;
