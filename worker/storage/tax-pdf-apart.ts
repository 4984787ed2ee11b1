// What is no sale in the tax workbook's PDF: reversals, deliveries and gifts, fees of storage.

import type { PdfBlock } from '../domain/pdf/document.ts';
import { receiptCode } from '../domain/receipt-code.ts';
import type { Language } from '../domain/settings-rules.ts';
import { TAX_METHODS } from '../domain/tax/workbook.ts';
import { day, fill, money } from './statement-words.ts';
import { movedBy, rateText, reais, TAX_WORDS, type TaxPaper, typeName } from './tax-words.ts';

export function apartBlocks(paper: TaxPaper, language: Language): PdfBlock[] {
  return [...undoingBlocks(paper, language), ...leftBlocks(paper, language), ...feeBlocks(paper, language)];
}

function undoingBlocks({ content }: TaxPaper, language: Language): PdfBlock[] {
  if (content.undoings.length === 0) return [];
  const { undoings: say, sales, positions } = TAX_WORDS[language];
  return [
    { kind: 'heading', text: say.title },
    {
      kind: 'table',
      columns: [
        { head: sales.day, share: 10 },
        { head: say.what, share: 24 },
        { head: `${say.cost}\n${positions.average} / ${positions.fifo}`, share: 20, align: 'right' },
        { head: say.correction, share: 20, align: 'right' },
      ],
      rows: content.undoings.map((row) => [
        day(language, row.day),
        [
          fill(say.of, { what: typeName(language, row.type, row.metal), day: day(language, row.of.day) }),
          ...movedBy(language, row),
        ].join('\n'),
        TAX_METHODS.map((method) => reais(language, row.cost[method])).join('\n'),
        TAX_METHODS.map((method) => reais(language, row.correction[method])).join('\n'),
      ]),
    },
  ];
}

function leftBlocks({ content }: TaxPaper, language: Language): PdfBlock[] {
  if (content.apart.length === 0) return [];
  const { apart: say, sales, positions } = TAX_WORDS[language];
  return [
    { kind: 'heading', text: say.title },
    { kind: 'small', text: say.text },
    {
      kind: 'table',
      columns: [
        { head: sales.day, share: 10 },
        { head: sales.what, share: 24 },
        { head: `${say.cost}\n${positions.average} / ${positions.fifo}`, share: 20, align: 'right' },
      ],
      rows: content.apart.map((row) => [
        day(language, row.day),
        [typeName(language, row.type, row.metal), ...movedBy(language, row)].join('\n'),
        TAX_METHODS.map((method) => reais(language, row.cost[method])).join('\n'),
      ]),
    },
  ];
}

function feeBlocks({ content }: TaxPaper, language: Language): PdfBlock[] {
  if (content.storageFees.length === 0) return [];
  const { sales, purchases } = TAX_WORDS[language];
  const say = TAX_WORDS[language].fees;
  return [
    { kind: 'heading', text: say.title },
    { kind: 'small', text: say.text },
    {
      kind: 'table',
      columns: [
        { head: sales.day, share: 10 },
        { head: say.amount, share: 20 },
        { head: purchases.rate, share: 15, align: 'right' },
        { head: sales.proceeds, share: 15, align: 'right' },
      ],
      rows: content.storageFees.map((row) => [
        day(language, row.day),
        `${money(language, row.usdCents)}\n${receiptCode(row.id)}`,
        rateText(language, row),
        reais(language, row.centavos),
      ]),
    },
  ];
}
