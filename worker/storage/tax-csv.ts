// The tax workbook as CSV: one table with everything that matters, each line of a kind. The signature comes after it, in a last line of
// its own (domain/sealed-files.ts).

import { CSV_SEPARATORS, CSV_START, type CsvCell, csvRecordOf } from '../domain/csv.ts';
import { gramsOfOunces } from '../domain/grams.ts';
import { receiptCode } from '../domain/receipt-code.ts';
import type { Language } from '../domain/settings-rules.ts';
import type { TradedMetal } from '../domain/metals.ts';
import type { Disposal, MetalPosition, Rate, Undone } from '../domain/tax/workbook.ts';
import { day, fill } from './statement-words.ts';
import { notesOf, TAX_WORDS, type TaxPaper, typeName } from './tax-words.ts';

type Words = (typeof TAX_WORDS)['en'];
type Column = keyof Words['columns'];
const COLUMNS = Object.keys(TAX_WORDS.en.columns) as Column[];
type Cells = Partial<Readonly<Record<Column, CsvCell>>>;
type Kind = keyof Words['kinds'];

export function taxCsv(paper: TaxPaper, language: Language): string {
  const { columns, kinds } = TAX_WORDS[language];
  const record = csvRecordOf(CSV_SEPARATORS[language]);
  const line = (kind: Kind, cells: Cells) =>
    record(COLUMNS.map((column) => (column === 'kind' ? kinds[kind] : (cells[column] ?? null))));
  const write = new Writer(paper, language);
  return [
    CSV_START,
    record(COLUMNS.map((column) => columns[column])),
    ...notesOf(paper, language).map((what) => line('note', { what })),
    ...write.lines().map(([kind, cells]) => line(kind, cells)),
  ].join('');
}

const cents = (units: number | null): CsvCell => (units === null ? null : { units, places: 2 });
const e4 = (units: number): CsvCell => ({ units, places: 4 });

class Writer {
  readonly #paper: TaxPaper;
  readonly #language: Language;

  constructor(paper: TaxPaper, language: Language) {
    this.#paper = paper;
    this.#language = language;
  }

  lines(): (readonly [Kind, Cells])[] {
    const { content } = this.#paper;
    const { year, issuedAt, isOver } = content;
    const last = isOver ? `${year}-12-31` : issuedAt.slice(0, 10);
    return [
      ...content.positions.opening.flatMap((one) => this.#position('opening', one, `${year - 1}-12-31`)),
      ...content.acquisitions.map(
        (row) =>
          [
            'acquisition',
            {
              ...this.#row(row, typeName(this.#language, row.type, null)),
              ...this.#rate(row.rate),
              reais: cents(row.cost),
              status: this.#status(row.undone, row.cost === null),
            },
          ] as const,
      ),
      ...content.disposals.flatMap((row) => this.#sale(row)),
      ...content.undoings.map(
        (row) =>
          [
            'undoing',
            {
              ...this.#row(row, typeName(this.#language, row.type, null)),
              costAverage: cents(row.cost.average),
              costFifo: cents(row.cost.fifo),
              gainAverage: cents(row.correction.average),
              gainFifo: cents(row.correction.fifo),
              status: row.of.day,
            },
          ] as const,
      ),
      ...content.apart.map(
        (row) =>
          [
            'apart',
            {
              ...this.#row(row, typeName(this.#language, row.type, null)),
              costAverage: cents(row.cost.average),
              costFifo: cents(row.cost.fifo),
            },
          ] as const,
      ),
      ...content.storageFees.map(
        (row) =>
          [
            'fee',
            {
              day: row.day,
              what: typeName(this.#language, 'storage-fee', null),
              usd: cents(row.usdCents),
              ...this.#rate(row.rate),
              reais: cents(row.centavos),
              status: this.#status(null, row.centavos === null),
              ...this.#reference(row.id),
            },
          ] as const,
      ),
      ...content.months.flatMap(({ month, metals }) =>
        metals
          .filter(({ disposals, undone }) => disposals + undone.disposals > 0)
          .map(
            (one) =>
              [
                'month',
                {
                  day: month,
                  ...this.#weight(one.metal, one.ouncesE4),
                  reais: cents(one.proceeds),
                  gainAverage: cents(one.gain.average),
                  gainFifo: cents(one.gain.fifo),
                  status: this.#status(null, one.proceeds === null),
                },
              ] as const,
          ),
      ),
      ...content.positions.closing.flatMap((one) => this.#position('closing', one, last)),
    ];
  }

  #sale(row: Disposal): (readonly [Kind, Cells])[] {
    const isPending = row.proceeds === null || row.average.cost === null || row.fifo.cost === null;
    return [
      [
        'sale',
        {
          ...this.#row(row, typeName(this.#language, 'sell', null)),
          ...this.#rate(row.rate),
          reais: cents(row.proceeds),
          costAverage: cents(row.average.cost),
          gainAverage: cents(row.average.gain),
          costFifo: cents(row.fifo.cost),
          gainFifo: cents(row.fifo.gain),
          status: this.#status(row.undone, isPending),
        },
      ],
      ...row.fifo.lots.map(
        (lot) =>
          [
            'lot',
            {
              day: lot.day,
              what: receiptCode(row.id),
              ...this.#weight(row.metal, lot.ouncesE4),
              costFifo: cents(lot.cost),
              ...this.#reference(lot.id),
            },
          ] as const,
      ),
    ];
  }

  #position(kind: 'opening' | 'closing', one: MetalPosition, on: string): (readonly [Kind, Cells])[] {
    const held: (readonly [Kind, Cells])[] =
      one.heldE4 === 0 ? [] : [['held', { day: on, ...this.#weight(one.metal, one.heldE4) }]];
    const cost = { costAverage: cents(one.cost.average), costFifo: cents(one.cost.fifo) };
    return [[kind, { day: on, ...this.#weight(one.metal, one.ouncesE4), ...cost }], ...held];
  }

  #row(
    row: {
      readonly id: string;
      readonly day: string;
      readonly metal: TradedMetal;
      readonly ouncesE4: number;
      readonly usdCents: number;
    },
    what: string,
  ): Cells {
    return {
      day: row.day,
      what,
      ...this.#weight(row.metal, row.ouncesE4),
      usd: cents(row.usdCents),
      ...this.#reference(row.id),
    };
  }

  #weight(metal: TradedMetal, ouncesE4: number): Cells {
    const name = TAX_WORDS[this.#language].metals[metal];
    return { metal: name, ounces: e4(ouncesE4), grams: e4(gramsOfOunces(ouncesE4)) };
  }

  #rate(rate: Rate | null): Cells {
    if (rate === null) return {};
    return { rateDay: rate.day, rate: e4(rate.e4), source: this.#paper.content.rates?.source ?? null };
  }

  #reference = (id: string): Cells => ({ receipt: receiptCode(id), reference: id });

  #status(undone: Undone | null, isPending: boolean): string | null {
    const { statuses } = TAX_WORDS[this.#language];
    if (undone !== null) return fill(statuses.undone, { day: day(this.#language, undone.day) });
    return isPending ? statuses.pending : null;
  }
}
