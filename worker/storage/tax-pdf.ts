// The tax workbook as a PDF: what it says, where it comes from, and each figure with its day and its rate.

import type { PdfBlock } from '../domain/pdf/document.ts';
import { brasiliaDay } from '../domain/brasilia.ts';
import type { Language } from '../domain/settings-rules.ts';
import { TRADED_METALS, type TradedMetal } from '../domain/metals.ts';
import { assetParagraph } from '../domain/tax/paragraph.ts';
import { type Disposal, type MetalPosition, TAX_METHODS } from '../domain/tax/workbook.ts';
import { signedPdf, verifyAddress } from './signed-pdf.ts';
import { day, fill, grams, monthName, ounces } from './statement-words.ts';
import { apartBlocks } from './tax-pdf-apart.ts';
import { movedBy, notesOf, rateText, reais, TAX_WORDS, type TaxPaper, typeName } from './tax-words.ts';

/** `record`: the signed workbook, which the file carries as an attachment; null where it is too long for one. */
export function taxPdf(paper: TaxPaper, record: string | null, language: Language): Uint8Array {
  const words = TAX_WORDS[language];
  const { facts: say } = words;
  const { year, seqTo: seq, method, rates } = paper.content;
  const ratesText =
    rates === null || rates.lastDay === null
      ? say.ratesNone
      : fill(say.ratesOf[rates.kind], { day: day(language, rates.lastDay) });
  return signedPdf(paper, { name: 'tax-workbook.json', text: record }, language, {
    title: fill(words.title, { year }),
    warning: rates?.kind === 'simulated' ? ` · ${words.notes.simulated.split(':')[0]}` : '',
    words,
    say,
    facts: [
      [say.counted, fill(say.countedValue, { seq })],
      [say.method, method === null ? words.methodNone : words.methods[method]],
      [say.rates, ratesText],
    ],
    blocks: [
      ...notesOf(paper, language).map((text) => ({ kind: 'paragraph', text }) as const),
      { kind: 'small', text: say.zone },
      ...positionBlocks(paper, language),
      ...monthBlocks(paper, language),
      ...saleBlocks(paper, language),
      ...purchaseBlocks(paper, language),
      ...apartBlocks(paper, language),
      {
        kind: 'small',
        text: fill(words.verify, { address: verifyAddress(paper, language), kid: paper.kid }),
      },
    ],
  });
}

const weight = (language: Language, e4: number): string => `${ounces(language, e4)}\n${grams(language, e4)}`;

function positionBlocks({ content }: TaxPaper, language: Language): PdfBlock[] {
  const { positions: say, metals } = TAX_WORDS[language];
  const { year, isOver, issuedAt, positions } = content;
  const last = isOver ? `${year}-12-31` : brasiliaDay(Date.parse(issuedAt));
  const rowsOf = (one: MetalPosition, on: string): (readonly string[])[] => [
    [
      metals[one.metal],
      day(language, on),
      weight(language, one.ouncesE4),
      reais(language, one.cost.average),
      reais(language, one.cost.fifo),
    ],
    ...(one.heldE4 === 0
      ? []
      : [
          [
            fill(say.held, { metal: metals[one.metal] }),
            day(language, on),
            weight(language, one.heldE4),
            '',
            '',
          ],
        ]),
  ];
  const both = TRADED_METALS.map(
    (metal) => [at(positions.opening, metal), at(positions.closing, metal)] as const,
  );
  const methods = content.method === null ? TAX_METHODS : [content.method];
  const paragraphs = methods.flatMap((method) =>
    both.flatMap((pair) => assetParagraph(pair, { year, method, isOver, day: last }) ?? []),
  );
  return [
    { kind: 'heading', text: say.title },
    {
      kind: 'table',
      columns: [
        { head: say.metal, share: 3 },
        { head: say.day, share: 2 },
        { head: say.weight, share: 3, align: 'right' },
        { head: say.average, share: 3, align: 'right' },
        { head: say.fifo, share: 3, align: 'right' },
      ],
      rows: [
        ...positions.opening.flatMap((one) => rowsOf(one, `${year - 1}-12-31`)),
        ...positions.closing.flatMap((one) => rowsOf(one, last)),
      ],
    },
    ...(paragraphs.length === 0 ? [] : [{ kind: 'heading', text: say.paste } as const]),
    ...paragraphs.map((text) => ({ kind: 'paragraph', text }) as const),
  ];
}

function at(positions: readonly MetalPosition[], metal: TradedMetal): MetalPosition {
  const found = positions.find((one) => one.metal === metal);
  if (found === undefined) throw new Error('a position names every metal');
  return found;
}

function monthBlocks({ content }: TaxPaper, language: Language): PdfBlock[] {
  const { months: say, metals } = TAX_WORDS[language];
  const rows = content.months.flatMap(({ month, metals: all }) =>
    all
      .filter(({ disposals, undone }) => disposals + undone.disposals > 0)
      .map((one) => [
        monthName(language, month),
        metals[one.metal],
        String(one.disposals),
        reais(language, one.proceeds),
        reais(language, one.gain.average),
        reais(language, one.gain.fifo),
        one.undone.disposals === 0 ? '' : `${one.undone.disposals}: ${reais(language, one.undone.proceeds)}`,
      ]),
  );
  const heading = { kind: 'heading', text: say.title } as const;
  if (rows.length === 0) return [heading, { kind: 'paragraph', text: say.none }];
  return [
    heading,
    {
      kind: 'table',
      columns: [
        { head: say.month, share: 4 },
        { head: say.metal, share: 2 },
        { head: say.sales, share: 2, align: 'right' },
        { head: say.proceeds, share: 3, align: 'right' },
        { head: say.gainAverage, share: 3, align: 'right' },
        { head: say.gainFifo, share: 3, align: 'right' },
        { head: say.undone, share: 3, align: 'right' },
      ],
      rows,
    },
  ];
}

function saleBlocks({ content }: TaxPaper, language: Language): PdfBlock[] {
  if (content.disposals.length === 0) return [];
  const { sales: say } = TAX_WORDS[language];
  return [
    { kind: 'heading', text: say.title },
    {
      kind: 'table',
      columns: [
        { head: say.day, share: 10 },
        { head: say.what, share: 17 },
        { head: say.rate, share: 11, align: 'right' },
        { head: say.proceeds, share: 15, align: 'right' },
        { head: say.average, share: 20, align: 'right' },
        { head: say.fifo, share: 30, align: 'right' },
      ],
      rows: content.disposals.map((row) => saleRow(row, language)),
    },
  ];
}

function saleRow(row: Disposal, language: Language): readonly string[] {
  const { sales: say } = TAX_WORDS[language];
  const { average, fifo, undone } = row;
  const pool = { weight: ounces(language, average.poolOuncesE4), cost: reais(language, average.poolCost) };
  return [
    day(language, row.day),
    [
      typeName(language, 'sell', row.metal),
      ...movedBy(language, row),
      ...(undone === null ? [] : [fill(say.undone, { day: day(language, undone.day) })]),
    ].join('\n'),
    rateText(language, row),
    reais(language, row.proceeds),
    [reais(language, average.cost), fill(say.pool, pool), reais(language, average.gain)].join('\n'),
    [
      reais(language, fifo.cost),
      ...fifo.lots.map((lot) =>
        fill(say.lot, {
          weight: ounces(language, lot.ouncesE4),
          day: day(language, lot.day),
          cost: reais(language, lot.cost),
        }),
      ),
      reais(language, fifo.gain),
    ].join('\n'),
  ];
}

function purchaseBlocks({ content }: TaxPaper, language: Language): PdfBlock[] {
  if (content.acquisitions.length === 0) return [];
  const { sales } = TAX_WORDS[language];
  const say = TAX_WORDS[language].purchases;
  return [
    { kind: 'heading', text: say.title },
    {
      kind: 'table',
      columns: [
        { head: sales.day, share: 10 },
        { head: say.what, share: 22 },
        { head: say.rate, share: 11, align: 'right' },
        { head: say.cost, share: 15, align: 'right' },
      ],
      rows: content.acquisitions.map((row) => [
        day(language, row.day),
        [
          typeName(language, row.type, row.metal),
          ...movedBy(language, row),
          ...(row.undone === null ? [] : [fill(say.undone, { day: day(language, row.undone.day) })]),
        ].join('\n'),
        row.type === 'bonus' ? '' : rateText(language, row),
        reais(language, row.cost),
      ]),
    },
  ];
}
