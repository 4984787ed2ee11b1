// Words and figures of the files of the tax workbook, in both languages. Those that statements write in the same way are theirs.

import en from '../../locales/en/tax-file.json' with { type: 'json' };
import pt from '../../locales/pt-BR/tax-file.json' with { type: 'json' };
import type { TaxContent } from '../contract/tax.ts';
import { brasiliaDay } from '../domain/brasilia.ts';
import { fixedFigure } from '../domain/number-format.ts';
import type { Language } from '../domain/settings-rules.ts';
import type { TradedMetal } from '../domain/metals.ts';
import type { TaxRegime } from '../domain/tax/regimes.ts';
import type { TaxType } from '../domain/tax/workbook.ts';
import { receiptCode } from '../domain/receipt-code.ts';
import { day, fill, grams, money, ounces, type SignedPaper } from './statement-words.ts';

export const TAX_WORDS = { 'pt-BR': pt, en } as const satisfies Readonly<Record<Language, unknown>>;

export type TaxPaper = SignedPaper<TaxContent> & { readonly ownerRegime: TaxRegime | null };

const tagOf = (language: Language) => (language === 'en' ? 'en-US' : 'pt-BR');

/** `R$ 1.234,56`, or that it is pending. */
export function reais(language: Language, centavos: number | null): string {
  if (centavos === null) return TAX_WORDS[language].pending;
  const figure = fixedFigure(tagOf(language), Math.abs(centavos), 2);
  return `${centavos < 0 ? '-' : ''}R$\u00A0${figure}`;
}

/** `5,3451 (05/01/2026)`, with a star where it is not of the day itself. */
export function rateText(
  language: Language,
  row: { readonly day: string; readonly rate: { readonly day: string; readonly e4: number } | null },
): string {
  const { rate } = row;
  if (rate === null) return TAX_WORDS[language].pending;
  const figure = fixedFigure(tagOf(language), rate.e4, 4);
  return `${figure}${rate.day === row.day ? '' : '*'}\n${day(language, rate.day)}`;
}

export function typeName(language: Language, type: TaxType, metal: TradedMetal | null): string {
  const words = TAX_WORDS[language];
  const name = words.types[type];
  return metal === null ? name : fill(words.withMetal, { type: name, metal: words.metals[metal] });
}

/** What every file says before its figures. */
export function notesOf({ content, ownerRegime }: TaxPaper, language: Language): string[] {
  const { notes } = TAX_WORDS[language];
  const { pending, rates, isOver, issuedAt } = content;
  const count = pending === 1 ? notes.pending.one : notes.pending.other;
  return [
    ownerRegime === null ? notes.owner : fill(notes.ownerIs, { regime: ownerRegime }),
    ...(rates?.kind === 'simulated' ? [notes.simulated] : []),
    notes.facts,
    notes.rule,
    ...(isOver ? [] : [fill(notes.running, { day: day(language, brasiliaDay(Date.parse(issuedAt))) })]),
    ...(pending === 0 ? [] : [fill(count, { count: pending })]),
  ];
}

/** Weight, dollars and receipt of a row, line by line. */
export const movedBy = (
  language: Language,
  row: { readonly id: string; readonly ouncesE4: number; readonly usdCents: number },
) => [
  ounces(language, row.ouncesE4),
  grams(language, row.ouncesE4),
  money(language, row.usdCents),
  receiptCode(row.id),
];
