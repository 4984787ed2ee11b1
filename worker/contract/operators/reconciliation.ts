// /api/admin/reconciliation: files of the gateway and the banks, and where they and the books do not say the same.

import * as v from 'valibot';
import { BANK_FORMATS, BANK_LABEL_MAX_CHARACTERS, BANK_SOURCE_NAMES } from '../../domain/bank-files.ts';
import { SEQ_CURSOR, TIME_CURSOR } from '../../domain/cursors.ts';
import { BREAK_KINDS, BREAK_STATES } from '../../domain/reconciliation.ts';
import { IsoTime, SignedCents } from '../money.ts';
import { cursor, nextCursor } from '../page.ts';
import { TREASURY_ORDER_STATES } from '../../domain/treasury.ts';
import { proposalReason } from './operators.ts';
import { proposedTariff } from './tariffs.ts';

export const BREAKS_PAGE = 50;
export const BANK_FILES_PAGE = 25;
export const BANK_LINES_PAGE = 100;

const source = v.picklist(BANK_SOURCE_NAMES);
/** Of Brasília, `YYYY-MM-DD`. */
const day = v.string();

export const BankFile = v.object({
  id: v.string(),
  source,
  format: v.picklist(BANK_FORMATS),
  /** The name under which it was handed in. */
  label: v.string(),
  sha256: v.string(),
  lines: v.number(),
  /** How many of the lines an earlier file had already. */
  repeated: v.number(),
  fromDay: day,
  toDay: day,
  loadedBy: v.string(),
  loadedAt: IsoTime,
  /** The closing balance with which it is compared; null where the file says none, or one of a day that was not over. */
  balanceDay: v.nullable(day),
  balanceCents: v.nullable(SignedCents),
});
export type BankFile = v.InferOutput<typeof BankFile>;

export const ReconciliationOverview = v.object({
  asOf: IsoTime,
  sources: v.array(
    v.object({
      source,
      /** The newest; null before the first one. */
      file: v.nullable(BankFile),
      lines: v.number(),
      matched: v.number(),
      open: v.number(),
      /**
       * The latest closing balance that a file says, and what the ledger had at the end of that day, trades left out; null before the first
       * one. Explained: it follows from the one before, or somebody has said in writing what the difference is.
       */
      closing: v.nullable(
        v.object({ day, bankCents: SignedCents, ledgerCents: SignedCents, explained: v.boolean() }),
      ),
    }),
  ),
});
export type ReconciliationOverview = v.InferOutput<typeof ReconciliationOverview>;

/** POST /api/admin/reconciliation/files, whose body is the file itself -> BankFileLoaded. */
export const BankFileQuery = v.object({
  source,
  label: v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1),
    v.maxLength(BANK_LABEL_MAX_CHARACTERS),
    // It is shown to operators: nothing in it disguises the rest.
    v.regex(/^[^\p{Cc}\p{Cf}]+$/u),
  ),
});
export type BankFileQuery = v.InferOutput<typeof BankFileQuery>;

export const BankFileLoaded = v.object({
  file: BankFile,
  matched: v.number(),
  /** Earlier breaks of which this file had the other side. */
  closed: v.number(),
  breaks: v.object({
    'amount-differs': v.number(),
    'ours-alone': v.number(),
    'theirs-alone': v.number(),
    /** Also of earlier files, whose balances are judged again by what this one adds. */
    'balance-differs': v.number(),
  }),
  /** What became of the closing balance of the file. */
  balance: v.picklist(['none', 'compared', 'day-not-over']),
});
export type BankFileLoaded = v.InferOutput<typeof BankFileLoaded>;

export const BankFilesPage = v.object({
  files: v.array(
    v.object({
      ...BankFile.entries,
      /** The proposal to set it aside that waits, or was approved: from then on nothing of it counts. */
      setAside: v.nullable(
        v.object({
          id: v.string(),
          reason: v.string(),
          ...proposedTariff,
          state: v.picklist(TREASURY_ORDER_STATES),
        }),
      ),
    }),
  ),
  nextCursor,
});
export type BankFilesPage = v.InferOutput<typeof BankFilesPage>;

export const BankFilesQuery = v.object({ cursor: cursor(TIME_CURSOR) });
export type BankFilesQuery = v.InferOutput<typeof BankFilesQuery>;

/** GET /api/admin/reconciliation/files/:id: the lines that are stored with it. */
export const BankFileLines = v.object({
  source,
  lines: v.array(
    v.object({
      line: v.number(),
      day,
      cents: SignedCents,
      paymentIds: v.array(v.string()),
      /** Which of ours it is, or was until its file was set aside. */
      operationId: v.nullable(v.string()),
    }),
  ),
  nextCursor,
});
export type BankFileLines = v.InferOutput<typeof BankFileLines>;

export const BankLinesQuery = v.object({ cursor: cursor(SEQ_CURSOR) });
export type BankLinesQuery = v.InferOutput<typeof BankLinesQuery>;

/** POST /api/admin/reconciliation/files/:id/set-aside -> BankFilesPage, the first page. */
export const SetAsideRequest = v.object({ reason: proposalReason });

export const BankBreak = v.object({
  id: v.string(),
  source,
  kind: v.picklist(BREAK_KINDS),
  state: v.picklist(BREAK_STATES),
  day,
  /** Null: that side has nothing. Of a balance ours is what was expected by the one before it and the movements since. */
  bankCents: v.nullable(SignedCents),
  ourCents: v.nullable(SignedCents),
  /** Where the bank says so; a balance is of no one line. */
  file: v.nullable(v.object({ label: v.string(), line: v.nullable(v.number()) })),
  /** Under which names the bank knows the payment. */
  paymentIds: v.array(v.string()),
  operationId: v.nullable(v.string()),
  foundAt: IsoTime,
  owner: v.nullable(v.object({ id: v.string(), email: v.string() })),
  resolution: v.nullable(v.string()),
  resolvedBy: v.nullable(v.string()),
  endedAt: v.nullable(IsoTime),
});
export type BankBreak = v.InferOutput<typeof BankBreak>;

export const BankBreaksPage = v.object({ breaks: v.array(BankBreak), nextCursor });
export type BankBreaksPage = v.InferOutput<typeof BankBreaksPage>;

export const BankBreaksQuery = v.object({
  state: v.optional(v.picklist(BREAK_STATES), 'open'),
  source: v.optional(source),
  kind: v.optional(v.picklist(BREAK_KINDS)),
  owner: v.optional(v.picklist(['me', 'nobody'])),
  cursor: cursor(TIME_CURSOR),
});
export type BankBreaksQuery = v.InferOutput<typeof BankBreaksQuery>;

/** POST /api/admin/reconciliation/breaks/:id/resolve -> BankBreak. */
export const BreakResolution = v.object({ reason: proposalReason });
export type BreakResolution = v.InferOutput<typeof BreakResolution>;
