// A statement as CSV for spreadsheets: a line for what there was at the beginning, one for each movement, one for the end. The signature
// comes after them, in a last line of its own (domain/sealed-files.ts).

import { CSV_SEPARATORS, CSV_START, type CsvCell, csvRecordOf } from '../domain/csv.ts';
import { gramsOfOunces } from '../domain/grams.ts';
import { receiptCode } from '../domain/receipt-code.ts';
import type { Language } from '../domain/settings-rules.ts';
import {
  feePaidCents,
  type StatementBalance,
  type StatementContent,
  type StatementMovement,
} from '../domain/statements.ts';
import { movementName, STATEMENT_WORDS } from './statement-words.ts';

type Column = keyof (typeof STATEMENT_WORDS)['en']['columns'];
const COLUMNS = Object.keys(STATEMENT_WORDS.en.columns) as Column[];
type Cells = Partial<Readonly<Record<Column, CsvCell>>>;

export function statementCsv(content: StatementContent, language: Language): string {
  const { columns, ends } = STATEMENT_WORDS[language];
  const record = csvRecordOf(CSV_SEPARATORS[language]);
  const line = (cells: Cells) => record(COLUMNS.map((column) => cells[column] ?? null));
  return [
    CSV_START,
    record(COLUMNS.map((column) => columns[column])),
    line({ seq: content.seqFrom, type: ends.opening, ...balanceCells(content.opening) }),
    ...content.movements.map((movement) => line(movementCells(movement, language))),
    line({ seq: content.seqTo, type: ends.closing, ...balanceCells(content.closing) }),
  ].join('');
}

const cents = (units: number | null): CsvCell => (units === null ? null : { units, places: 2 });
const e4 = (units: number | null): CsvCell => (units === null ? null : { units, places: 4 });

function balanceCells(balance: StatementBalance): Cells {
  return {
    cashAfter: cents(balance.cashCents),
    goldAfter: e4(balance.goldE4),
    silverAfter: e4(balance.silverE4),
    goldCost: cents(balance.goldBasisCents),
    silverCost: cents(balance.silverBasisCents),
  };
}

function movementCells(movement: StatementMovement, language: Language): Cells {
  const { metals, methods } = STATEMENT_WORDS[language];
  const { metal, ouncesE4, method } = movement;
  return {
    seq: movement.seq,
    at: movement.at,
    type: movementName(language, { ...movement, metal: null }),
    metal: metal === null ? null : metals[metal],
    ounces: e4(ouncesE4),
    grams: e4(ouncesE4 === null ? null : gramsOfOunces(ouncesE4)),
    price: cents(movement.priceCents),
    subtotal: cents(movement.subtotalCents),
    fee: cents(feePaidCents(movement)),
    total: cents(movement.totalCents),
    gain: cents(movement.realisedGainCents),
    cash: cents(movement.cashCents),
    gold: e4(movement.goldE4),
    silver: e4(movement.silverE4),
    ...balanceCells(movement.after),
    method: method === null ? null : methods[method],
    gateway: movement.gateway,
    receipt: receiptCode(movement.transaction),
    reference: movement.transaction,
    reverses: movement.reverses,
    operation: movement.operation,
    note: movement.note,
    basis: movement.priceBasisSha256,
  };
}
