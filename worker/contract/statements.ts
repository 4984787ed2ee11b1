// GET /api/statements and what a statement says. Money in US cents, metal in ten-thousandths of a troy ounce; times in UTC.

import * as v from 'valibot';
import { DEPOSIT_METHODS, PAYMENT_METHODS } from '../domain/fees.ts';
import { TRADED_METALS } from '../domain/metals.ts';
import { REVERSIBLE_TYPES } from '../domain/reversals.ts';
import { LANGUAGES } from '../domain/settings-rules.ts';
import { STATEMENT_FORMATS } from '../domain/statements.ts';
import { TRANSACTION_TYPES } from '../domain/transactions.ts';
import { Cents, IsoTime, OuncesE4, SignedCents } from './money.ts';
import { cursor, nextCursor } from './page.ts';
import { SEQ_CURSOR } from '../domain/cursors.ts';

const list = <const S extends v.GenericSchema>(item: S) => v.pipe(v.array(item), v.readonly());
const whole = v.pipe(v.number(), v.safeInteger());
const Sha256 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/u));
/** `2026-10`; 2026-13 and 0000-00 are none. */
export const Month = v.pipe(v.string(), v.regex(/^(?!0000)\d{4}-(?:0[1-9]|1[0-2])$/u));
const Day = v.pipe(v.string(), v.isoDate());

const Balance = v.object({
  cashCents: Cents,
  goldE4: OuncesE4,
  silverE4: OuncesE4,
  goldBasisCents: Cents,
  silverBasisCents: Cents,
});

const Mark = v.object({ priceCents: Cents, at: IsoTime });

export const StatementEnd = v.object({
  ...Balance.entries,
  close: v.nullable(v.object({ day: Day, hash: Sha256 })),
  priceKind: v.nullable(v.picklist(['spot', 'simulated'])),
  gold: v.nullable(Mark),
  silver: v.nullable(Mark),
  valueCents: v.nullable(Cents),
});
export type StatementEnd = v.InferOutput<typeof StatementEnd>;

export const StatementMovement = v.object({
  seq: whole,
  at: IsoTime,
  operation: v.string(),
  transaction: v.string(),
  type: v.picklist(TRANSACTION_TYPES),
  reverses: v.nullable(v.string()),
  reversedType: v.nullable(v.picklist(REVERSIBLE_TYPES)),
  metal: v.nullable(v.picklist(TRADED_METALS)),
  ouncesE4: v.nullable(OuncesE4),
  priceCents: v.nullable(Cents),
  subtotalCents: Cents,
  feeCents: Cents,
  totalCents: Cents,
  realisedGainCents: v.nullable(SignedCents),
  method: v.nullable(v.picklist(PAYMENT_METHODS)),
  gateway: v.nullable(v.string()),
  note: v.nullable(v.string()),
  priceBasisSha256: v.nullable(Sha256),
  cashCents: SignedCents,
  goldE4: whole,
  silverE4: whole,
  after: Balance,
});
export type StatementMovement = v.InferOutput<typeof StatementMovement>;

const body = {
  template: whole,
  account: v.string(),
  month: Month,
  seqFrom: whole,
  seqTo: whole,
  opening: StatementEnd,
  closing: StatementEnd,
  movements: list(StatementMovement),
  feesCents: SignedCents,
  realisedGainCents: SignedCents,
  uncredited: list(
    v.object({
      transaction: v.string(),
      at: IsoTime,
      method: v.picklist(DEPOSIT_METHODS),
      amountCents: Cents,
    }),
  ),
  storageDays: list(v.object({ day: Day, valueCents: Cents, excessCents: Cents })),
};

/** The content of a signed statement. */
export const StatementContent = v.object({ ...body, issuedAt: IsoTime, previous: v.nullable(Sha256) });

/**
 * GET /api/statements/:month: a month on the page, its movements page by page. Of a month that is not closed yet, a preview: nothing of
 * it is signed.
 */
export const StatementView = v.object({
  ...body,
  /** How many movements there are in all. */
  total: whole,
  nextCursor,
  /** These two are null of a preview. */
  issuedAt: v.nullable(IsoTime),
  signed: v.nullable(v.object({ number: v.string(), sha256: Sha256, kid: v.string() })),
  previous: v.nullable(Sha256),
  /** Of the customer when the statement was made; null once the account is closed. */
  holder: v.object({ name: v.nullable(v.string()), number: v.nullable(v.string()) }),
  /** Which files there are. */
  formats: list(v.picklist(STATEMENT_FORMATS)),
});
export type StatementView = v.InferOutput<typeof StatementView>;

export const StatementsList = v.object({
  /** The month under way, of which there is a preview. */
  open: Month,
  /** The closed months, newest first. `number` of those that were made; the others are made when they are opened. */
  months: list(v.object({ month: Month, number: v.nullable(v.string()) })),
});
export type StatementsList = v.InferOutput<typeof StatementsList>;

export const StatementQuery = v.object({ cursor: cursor(SEQ_CURSOR) });
export type StatementQuery = v.InferOutput<typeof StatementQuery>;

/** GET /api/statements/:month/file. Words and numbers of a PDF and of a CSV are those of the language. */
export const StatementFileQuery = v.object({
  format: v.picklist(STATEMENT_FORMATS),
  language: v.optional(v.picklist(LANGUAGES), 'pt-BR'),
});
export type StatementFileQuery = v.InferOutput<typeof StatementFileQuery>;
