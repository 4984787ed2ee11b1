// What a customer reads about the own data, asks a copy of, and closes.

import * as v from 'valibot';
import { CLOSING_OBSTACLES, WAIVED_BELOW_BY_WIRE_CENTS } from '../domain/closing.ts';
import { DATA_TOPICS } from '../domain/personal-data.ts';
import { LANGUAGES } from '../domain/settings-rules.ts';
import { TRADED_METALS } from '../domain/metals.ts';
import { Cents, IsoTime, OuncesE4 } from './money.ts';

/** What is in the way of closing, and what goes or stays with it. */
export const ClosingState = v.object({
  obstacles: v.array(v.picklist(CLOSING_OBSTACLES)),
  cashCents: Cents,
  /** What is left of the cash is less than this: the customer may give it up. */
  mayWaive: v.boolean(),
  waivedBelowCents: Cents,
  /** Known by a passport: the customer is paid by wire alone, which a small sum does not carry. */
  isByWireAlone: v.boolean(),
  /**
   * What of the cash can be withdrawn now; what is owed for storage, which the end of the month takes; for deposits that a bank took back,
   * which nothing takes by itself; and when all of it is mature.
   */
  withdrawableCents: Cents,
  owedCents: Cents,
  debtCents: Cents,
  maturesAt: v.nullable(IsoTime),
  /** Free of hold. */
  metals: v.array(v.object({ metal: v.picklist(TRADED_METALS), ouncesE4: OuncesE4 })),
  /** Of the welcome bonus: it goes back. */
  heldBonusE4: OuncesE4,
  /** Messages to us that nobody has answered. */
  unanswered: v.number(),
  /** How long the identity is kept after closing. */
  keepYears: v.number(),
  waitDays: v.number(),
  /** The last closing that did not happen. */
  last: v.nullable(v.object({ at: IsoTime, because: v.picklist(['signed-in', 'not-empty', 'suspended']) })),
});
export type ClosingState = v.InferOutput<typeof ClosingState>;

export const ClosingRequest = v.object({
  /** What the customer gives up: all the cash there is. How much it may be depends on how he is paid. */
  waivedCents: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(WAIVED_BELOW_BY_WIRE_CENTS - 1)),
});
export type ClosingRequest = v.InferOutput<typeof ClosingRequest>;

export const ClosingBegun = v.object({ dueAt: IsoTime });
export type ClosingBegun = v.InferOutput<typeof ClosingBegun>;

/** The simplified answer (LGPD, article 19, I): at once, by topic. */
export const MyData = v.object({
  topics: v.array(v.object({ topic: v.picklist(DATA_TOPICS), records: v.number() })),
  /** The address is on the newsletter's list; null where nobody has proved that it is theirs. */
  newsletter: v.nullable(v.boolean()),
  exports: v.array(
    v.object({
      id: v.string(),
      requestedAt: IsoTime,
      state: v.picklist(['waiting', 'ready', 'failed', 'removed']),
      expiresAt: v.nullable(IsoTime),
      bytes: v.nullable(v.number()),
      sha256: v.nullable(v.string()),
    }),
  ),
  /** When the next copy can be asked for; null: now. */
  nextExportAt: v.nullable(IsoTime),
});
export type MyData = v.InferOutput<typeof MyData>;

/** `language`: of the page, and of the words in the copy. */
export const ExportRequest = v.object({
  language: v.optional(v.fallback(v.picklist(LANGUAGES), 'pt-BR'), 'pt-BR'),
});
export type ExportRequest = v.InferOutput<typeof ExportRequest>;
