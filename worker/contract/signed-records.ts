// What the signed records say (domain/signed-records.ts), for who writes them and for who reads a checked one.

import * as v from 'valibot';
import { IsoTime } from './money.ts';
import { StorageMonth } from './storage.ts';
import { QuoteEvidence } from './trades.ts';
import { Transaction } from './transactions.ts';

const whole = v.pipe(v.number(), v.safeInteger());

/** The receipt of one transaction. `entries` sum to zero per asset; money in US cents, metal in ten-thousandths of an ounce. */
export const ReceiptContent = v.object({
  account: v.string(),
  issuedAt: IsoTime,
  transaction: Transaction,
  operation: v.object({ id: v.string(), kind: v.string(), createdAt: IsoTime }),
  entries: v.array(v.object({ account: v.string(), asset: v.string(), amount: whole })),
  quoteId: v.nullable(v.string()),
  /** What the price was made from; null where there is no price, or where it was not kept. */
  priceBasis: v.nullable(QuoteEvidence),
  /** Of a storage fee: what the month came to. */
  storage: v.exactOptional(StorageMonth),
});
export type ReceiptContent = v.InferOutput<typeof ReceiptContent>;

/** The manifest of a complete copy: every other file of the ZIP. */
export const ExportContent = v.object({
  account: v.string(),
  issuedAt: IsoTime,
  files: v.array(
    v.object({ name: v.string(), bytes: whole, sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/u)) }),
  ),
});
export type ExportContent = v.InferOutput<typeof ExportContent>;

/** The close of a day, as domain/day-closes.ts writes it: times in ISO 8601, null for what is unknown. */
export const CloseContent = v.object({
  day: v.string(),
  issuedAt: IsoTime,
  priceKind: v.picklist(['spot', 'simulated']),
  seqTo: whole,
  goldCents: v.nullable(whole),
  silverCents: v.nullable(whole),
  usdBrlE4: v.nullable(whole),
  customers: whole,
  cashCents: whole,
  goldE4: whole,
  silverE4: whole,
});
export type CloseContent = v.InferOutput<typeof CloseContent>;

/** GET /api/transactions/:id/receipt, unchecked: its signature is for who gets the file. */
export const SignedReceipt = v.object({
  domain: v.literal('receipt'),
  kid: v.string(),
  /** Whole, as it was signed. */
  content: v.record(v.string(), v.unknown()),
  checks: v.string(),
  signature: v.string(),
});
export type SignedReceipt = v.InferOutput<typeof SignedReceipt>;
