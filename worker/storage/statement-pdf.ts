// A statement as a PDF, of the statement alone: template 1. A change of words or form is a template 2 beside it (STATEMENT_TEMPLATE).

import { encode } from 'uqr';
import type { PdfBlock } from '../domain/pdf/document.ts';
import { receiptCode } from '../domain/receipt-code.ts';
import type { Language } from '../domain/settings-rules.ts';
import {
  feePaidCents,
  type StatementContent,
  type StatementEnd,
  type StatementMark,
  type StatementMovement,
} from '../domain/statements.ts';
import { signedPdf, verifyAddress } from './signed-pdf.ts';
import {
  day,
  fill,
  grams,
  money,
  monthName,
  movementName,
  ounces,
  STATEMENT_WORDS,
  type StatementPaper,
  time,
} from './statement-words.ts';

/** `record`: the signed statement, which the file carries as an attachment. */
export function statementPdf(paper: StatementPaper, record: string, language: Language): Uint8Array {
  const words = STATEMENT_WORDS[language];
  const { content } = paper;
  const { month, seqFrom: from, seqTo: to } = content;
  return signedPdf(paper, { name: 'statement.json', text: record }, language, {
    title: fill(words.title, { month: monthName(language, month) }),
    words,
    say: words.holder,
    facts: [[words.holder.period, fill(words.holder.periodValue, { from, to })]],
    blocks: [
      { kind: 'small', text: words.currency },
      ...endBlocks(content, language),
      ...movementBlocks(content, language),
      ...uncreditedBlocks(content, language),
      ...storageBlocks(content, language),
      ...verifyBlocks(paper, language),
    ],
  });
}

function endBlocks(content: StatementContent, language: Language): PdfBlock[] {
  const { ends: say } = STATEMENT_WORDS[language];
  const both = (label: string, of: (end: StatementEnd) => string): readonly string[] => [
    label,
    of(content.opening),
    of(content.closing),
  ];
  const weight = (e4: number) => `${ounces(language, e4)}\n${grams(language, e4)}`;
  const price = (mark: StatementMark | null) =>
    mark === null ? say.unknown : `${money(language, mark.priceCents)}\n${time(language, mark.at)}`;
  const ends = [content.opening, content.closing];
  const isSimulated = ends.some(({ priceKind }) => priceKind === 'simulated');
  const hasSilver = ends.some(({ silverE4 }) => silverE4 > 0);
  return [
    { kind: 'heading', text: say.title },
    {
      kind: 'table',
      columns: [
        { head: say.item, share: 3 },
        { head: say.opening, share: 4, align: 'right' },
        { head: say.closing, share: 4, align: 'right' },
      ],
      rows: [
        both(say.cash, ({ cashCents }) => money(language, cashCents)),
        both(say.gold, ({ goldE4 }) => weight(goldE4)),
        both(say.goldCost, ({ goldBasisCents }) => money(language, goldBasisCents)),
        both(say.goldPrice, ({ gold }) => price(gold)),
        both(say.silver, ({ silverE4 }) => weight(silverE4)),
        both(say.silverCost, ({ silverBasisCents }) => money(language, silverBasisCents)),
        both(say.silverPrice, ({ silver }) => price(silver)),
        both(say.close, ({ close }) =>
          close === null ? say.noClose : `${day(language, close.day)}\n${close.hash}`,
        ),
      ],
      sums: both(say.value, ({ valueCents }) =>
        valueCents === null ? say.unknown : money(language, valueCents),
      ),
    },
    ...(isSimulated ? [{ kind: 'small', text: say.simulated } as const] : []),
    ...(hasSilver ? [{ kind: 'small', text: say.bonus } as const] : []),
  ];
}

function movementBlocks(content: StatementContent, language: Language): PdfBlock[] {
  const { movements: say, sums } = STATEMENT_WORDS[language];
  const heading: PdfBlock = { kind: 'heading', text: say.title };
  const totals: PdfBlock = {
    kind: 'facts',
    rows: [
      [sums.fees, money(language, content.feesCents)],
      [sums.gain, money(language, content.realisedGainCents)],
    ],
  };
  if (content.movements.length === 0) return [heading, { kind: 'paragraph', text: say.none }];
  return [
    heading,
    {
      kind: 'table',
      columns: [
        { head: say.date, share: 11 },
        { head: say.what, share: 24 },
        { head: say.weight, share: 15, align: 'right' },
        { head: say.price, share: 14, align: 'right' },
        { head: say.fee, share: 12, align: 'right' },
        { head: say.cash, share: 16, align: 'right' },
        { head: say.after, share: 17, align: 'right' },
      ],
      rows: content.movements.map((movement) => movementRow(movement, language)),
    },
    totals,
  ];
}

function movementRow(movement: StatementMovement, language: Language): readonly string[] {
  const words = STATEMENT_WORDS[language];
  const { movements: say, metals } = words;
  const { at, transaction, reverses, metal, method, gateway, priceCents, realisedGainCents, note, after } =
    movement;
  const moved = movement.goldE4 === 0 ? movement.silverE4 : movement.goldE4;
  return [
    time(language, at).replace(' ', '\n'),
    [
      movementName(language, movement),
      fill(say.receipt, { code: receiptCode(transaction) }),
      ...(reverses === null ? [] : [fill(say.reverses, { code: receiptCode(reverses) })]),
      ...(method === null ? [] : [words.methods[method]]),
      ...(gateway === 'sandbox' ? [say.sandbox] : []),
      ...(realisedGainCents === null ? [] : [fill(say.gain, { gain: money(language, realisedGainCents) })]),
      ...(note === null ? [] : [note]),
    ].join('\n'),
    metal === null
      ? ''
      : `${ounces(language, moved)}\n${moved < 0 ? '-' : ''}${grams(language, Math.abs(moved))}`,
    priceCents === null ? '' : money(language, priceCents),
    movement.feeCents === 0 ? '' : money(language, feePaidCents(movement)),
    movement.cashCents === 0 ? '' : money(language, movement.cashCents),
    [
      money(language, after.cashCents),
      `${metals.gold} ${ounces(language, after.goldE4)}`,
      `${metals.silver} ${ounces(language, after.silverE4)}`,
    ].join('\n'),
  ];
}

function uncreditedBlocks({ uncredited }: StatementContent, language: Language): PdfBlock[] {
  if (uncredited.length === 0) return [];
  const { uncredited: say, movements, methods } = STATEMENT_WORDS[language];
  return [
    { kind: 'heading', text: say.title },
    { kind: 'small', text: say.text },
    {
      kind: 'table',
      columns: [
        { head: movements.date, share: 2 },
        { head: say.method, share: 3 },
        { head: say.amount, share: 2, align: 'right' },
      ],
      rows: uncredited.map(({ at, method, amountCents }) => [
        time(language, at),
        methods[method],
        money(language, amountCents),
      ]),
    },
  ];
}

function storageBlocks({ storageDays }: StatementContent, language: Language): PdfBlock[] {
  if (storageDays.length === 0) return [];
  const { storage: say } = STATEMENT_WORDS[language];
  return [
    { kind: 'heading', text: say.title },
    {
      kind: 'table',
      columns: [
        { head: say.day, share: 2 },
        { head: say.value, share: 2, align: 'right' },
        { head: say.excess, share: 2, align: 'right' },
      ],
      rows: storageDays.map((one) => [
        day(language, one.day),
        money(language, one.valueCents),
        money(language, one.excessCents),
      ]),
    },
  ];
}

function verifyBlocks(paper: StatementPaper, language: Language): PdfBlock[] {
  const { content, sha256, kid } = paper;
  const words = STATEMENT_WORDS[language];
  const say = words.verify;
  const address = verifyAddress(paper, language);
  return [
    { kind: 'heading', text: say.title },
    {
      kind: 'code',
      modules: encode(`${address}#${sha256}`, { ecc: 'M', border: 0 }).data,
      lines: [
        fill(say.text, { address }),
        say.code,
        `${words.holder.hash}: ${sha256}`,
        `${words.holder.previous}: ${content.previous ?? words.holder.first}`,
        `${words.holder.key}: ${kid}`,
      ],
    },
  ];
}
