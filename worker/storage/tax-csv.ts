// The tax workbook as CSV: one table with everything that matters, each line of a kind. The signature comes after it, in a last line of
// its own (domain/sealed-files.ts).

import { CSV_SEPARATORS, CSV_START, type CsvCell, csvRecordOf } from '../domain/csv.ts';
import { gramsOfOunces } from '../domain/grams.ts';
import { receiptCode } from '../domain/receipt-code.ts';
import { brasiliaDay } from '../domain/brasilia.ts';
import type { Language } from '../domain/settings-rules.ts';
import type { TradedMetal } from '../domain/metals.ts';
import type { Acquisition, Disposal, MetalPosition, Rate, Undone } from '../domain/tax/workbook.ts';
import { day, fill } from './statement-words.ts';
import { notesOf, TAX_WORDS, type TaxPaper, typeName } from './tax-words.ts';

type Words = (typeof TAX_WORDS)['en'];
type Column = keyof Words['columns'];
const COLUMNS = Object.keys(TAX_WORDS.en.columns) as Column[];
type Cells = Partial<Readonly<Record<Column, CsvCell>>>;
type Kind = keyof Words['kinds'];
type Line = readonly [Kind, Cells];

export function taxCsv(paper: TaxPaper, language: Language): string {
  const { columns } = TAX_WORDS[language];
  const namesOfKinds = TAX_WORDS[language].kinds;
  const record = csvRecordOf(CSV_SEPARATORS[language]);
  const line = (kind: Kind, cells: Cells) =>
    record(COLUMNS.map((column) => (column === 'kind' ? namesOfKinds[kind] : (cells[column] ?? null))));
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

  lines(): readonly Line[] {
    const { year, issuedAt, isOver, positions, acquisitions, disposals } = this.#paper.content;
    const last = isOver ? `${year}-12-31` : brasiliaDay(Date.parse(issuedAt));
    return [
      ...positions.opening.flatMap((one) => this.#position('opening', one, `${year - 1}-12-31`)),
      ...acquisitions.map((row) => this.#acquisition(row)),
      ...disposals.flatMap((row) => this.#sale(row)),
      ...this.#apart(),
      ...this.#months(),
      ...positions.closing.flatMap((one) => this.#position('closing', one, last)),
    ];
  }

  #acquisition(row: Acquisition): Line {
    return [
      'acquisition',
      {
        ...this.#row(row, typeName(this.#language, row.type, null)),
        ...this.#rate(row.rate),
        reais: cents(row.cost),
        status: this.#status(row.undone, row.cost === null),
      },
    ];
  }

  /** What is no sale. */
  #apart(): readonly Line[] {
    const { undoings, apart, storageFees } = this.#paper.content;
    return [
      ...undoings.map((row): Line => {
        const cells = this.#row(row, typeName(this.#language, row.type, null));
        const costs = { costAverage: cents(row.cost.average), costFifo: cents(row.cost.fifo) };
        // What earlier sales had taken too much of is what their gain was too low.
        const gains = { gainAverage: cents(row.correction.average), gainFifo: cents(row.correction.fifo) };
        return ['undoing', Object.assign(cells, costs, gains, { status: row.of.day })];
      }),
      ...apart.map((row): Line => {
        const costs = { costAverage: cents(row.cost.average), costFifo: cents(row.cost.fifo) };
        return ['apart', Object.assign(this.#row(row, typeName(this.#language, row.type, null)), costs)];
      }),
      ...storageFees.map(({ id, day: on, usdCents, rate, centavos }): Line => [
        'fee',
        {
          day: on,
          what: typeName(this.#language, 'storage-fee', null),
          usd: cents(usdCents),
          ...this.#rate(rate),
          reais: cents(centavos),
          status: this.#status(null, centavos === null),
          ...this.#reference(id),
        },
      ]),
    ];
  }

  #months(): readonly Line[] {
    return this.#paper.content.months.flatMap(({ month, metals }) =>
      metals
        .filter(({ disposals, undone }) => disposals + undone.disposals > 0)
        .map(({ metal, ouncesE4, proceeds, gain }): Line => [
          'month',
          {
            day: month,
            ...this.#weight(metal, ouncesE4),
            reais: cents(proceeds),
            gainAverage: cents(gain.average),
            gainFifo: cents(gain.fifo),
            status: this.#status(null, proceeds === null),
          },
        ]),
    );
  }

  #sale(row: Disposal): readonly Line[] {
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

  #position(kind: 'opening' | 'closing', one: MetalPosition, on: string): readonly Line[] {
    const held: readonly Line[] =
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
