// The files of the tax workbook: read by programs of others, with every figure in both languages, and safe to open.

import { createHash } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { TaxContent } from '../../../worker/contract/tax.ts';
import { CSV_SEPARATORS } from '../../../worker/domain/csv.ts';
import { startOfDay } from '../../../worker/domain/brasilia.ts';
import { LANGUAGES, type Language } from '../../../worker/domain/settings-rules.ts';
import { bulletinsOf } from '../../../worker/domain/tax/ptax.ts';
import { type TaxMovement, yearFacts } from '../../../worker/domain/tax/workbook.ts';
import { taxCsv } from '../../../worker/storage/tax-csv.ts';
import { taxPdf } from '../../../worker/storage/tax-pdf.ts';
import type { TaxPaper } from '../../../worker/storage/tax-words.ts';
import { OTHER_DAYS_E4, TAX_EXAMPLES, TAX_RATES } from '../../fixtures/tax-examples.ts';
import { seriesOf } from '../../support/bulletins.ts';
import { checkPdf, installPdfTools, pdfAttachment, pdfInfo, pdfText } from '../../support/pdf-tools.ts';

const RATES = new Map(TAX_RATES.map(([day, buyE4, sellE4]) => [day, { buyE4, sellE4 }]));
const SERIES = seriesOf('2025-12-20', '2027-01-10', (day) => RATES.get(day) ?? OTHER_DAYS_E4);
const NOW = startOfDay('2027-01-05');
const [sales, , , , undone] = TAX_EXAMPLES;
const bonus = TAX_EXAMPLES[8];

/** Sales, a reversal, a bonus that is held, a delivery, a fee, and a purchase whose bulletin is missing. */
function paperOf(over: Partial<TaxContent> = {}, series = SERIES): TaxPaper {
  const at = (day: string) => startOfDay(day) + 1;
  const gold = sales?.movements ?? [];
  const renamed = (id: string | null) => (id === null ? null : `r-${id}`);
  const reversed = (undone?.movements ?? []).map(
    ({ id, at: when, type, reverses, metal, ouncesE4, totalCents }): TaxMovement => ({
      id: `r-${id}`,
      at: when,
      type,
      reverses: renamed(reverses),
      metal,
      ouncesE4,
      totalCents,
    }),
  );
  const silver = bonus?.movements ?? [];
  const first = gold[0];
  if (first === undefined) throw new Error('the examples have changed');
  const delivery: TaxMovement = {
    ...first,
    id: 'd',
    type: 'delivery',
    ouncesE4: 1_000,
    totalCents: 0,
    at: at('2026-12-31'),
  };
  const fee: TaxMovement = {
    ...delivery,
    id: 'f',
    type: 'storage-fee',
    metal: null,
    ouncesE4: null,
    totalCents: 1_643,
  };
  const movements = [...gold, ...reversed, ...silver, delivery, fee].toSorted((a, b) => a.at - b.at);
  const facts = yearFacts(movements, bulletinsOf(series), 2026, NOW);
  const content: TaxContent = {
    account: '1b671a64-40d5-491e-99b0-da01ff1f3341',
    issuedAt: '2027-01-05T12:00:00.000Z',
    seqTo: 812,
    year: 2026,
    isOver: true,
    method: 'average',
    rates: { kind: 'simulated', source: 'simulated', lastDay: '2027-01-04' },
    rule: 'IN SRF 118/2000, art. 2',
    ...facts,
    ...over,
  };
  return {
    content,
    number: 'ONCA-TAX-2026-3f2a9c01',
    sha256: createHash('sha256').update(JSON.stringify(content)).digest('hex'),
    kid: 'abcdefgh',
    holderName: '=HYPERLINK("http://x")\u202E Ana',
    holderNumber: '***.456.789-**',
    ownerRegime: null,
    origin: 'https://onca.example',
  };
}

beforeAll(installPdfTools);

/** What both languages must say of the same facts. */
const SAYS: Readonly<Record<Language, readonly string[]>> = {
  'pt-BR': [
    'Relatório fiscal de 2026',
    'SIMULADO',
    'ainda não informou sob qual regime',
    'este relatório não calcula imposto',
    'IN SRF 118/2000',
    'média ponderada',
    'Bônus de boas-vindas',
    'R$ 40.288,69',
    'Entrega, ouro',
    'Tarifa de guarda',
    'Desfeita em 04/05/2026',
  ],
  en: [
    'Tax workbook for 2026',
    'SIMULATED',
    'hasn’t said yet under which tax regime',
    'this workbook computes no tax',
    'IN SRF 118/2000',
    'weighted average',
    'Welcome bonus',
    'R$ 40,288.69',
    'Delivery, gold',
    'Storage fee',
    'Reversed on 05/04/2026',
  ],
};

describe.each(LANGUAGES)('%s', (language) => {
  test('the PDF is sound, its text can be read, and it carries the signed data', async () => {
    const bytes = taxPdf(paperOf(), '{"content":{}}', language);
    expect(await checkPdf(bytes)).toContain('No syntax or stream encoding errors found');
    const text = (await pdfText(bytes)).replaceAll('\u00A0', ' ').replaceAll(/\s+/gu, ' ');
    for (const words of SAYS[language]) expect(text).toContain(words);
    // The text for the tax return is Portuguese in both, and names no code.
    expect(text).toContain('onças troy');
    expect(await pdfInfo(bytes)).toMatch(/CreationDate:\s+Tue Jan {2}5/u);
    expect(await pdfAttachment(bytes)).toBe('{"content":{}}');
  });

  test('the CSV is one table whose every line has its kind, its day, its rate and its source', () => {
    const rows = parse(taxCsv(paperOf(), language), {
      bom: true,
      delimiter: CSV_SEPARATORS[language],
      record_delimiter: '\r\n',
    }) as string[][];
    const [head = [], ...lines] = rows;
    expect(new Set(rows.map((row) => row.length))).toEqual(new Set([head.length]));
    const at = (name: 'kind' | 'rate' | 'source' | 'reais' | 'rateDay') =>
      head.indexOf(
        {
          kind: language === 'en' ? 'Line' : 'Linha',
          rate: language === 'en' ? 'Rate (R$ per US$)' : 'Cotação (R$ por US$)',
          source: language === 'en' ? 'Source of the rate' : 'Fonte da cotação',
          reais: language === 'en' ? 'Amount in R$' : 'Valor em R$',
          rateDay: language === 'en' ? 'Day of the rate' : 'Dia da cotação',
        }[name],
      );
    const sale = language === 'en' ? 'Sale' : 'Venda';
    const sold = lines.filter((row) => row[at('kind')] === sale);
    expect(sold).toHaveLength(4);
    for (const row of sold) {
      expect(row[at('rateDay')]).toMatch(/^2026-\d\d-\d\d$/u);
      expect(row[at('source')]).toBe('simulated');
      expect(row[at('rate')]).toMatch(language === 'en' ? /^\d\.\d{4}$/u : /^\d,\d{4}$/u);
      expect(row[at('reais')]).toMatch(language === 'en' ? /^\d+\.\d\d$/u : /^\d+,\d\d$/u);
    }
  });

  test('what is pending is a word and never a figure', async () => {
    const series = SERIES.filter(({ day }) => day !== '2026-03-09');
    const paper = paperOf({}, series);
    expect(paper.content.pending).toBeGreaterThan(1);
    const word = language === 'en' ? 'pending' : 'pendente';
    expect(await pdfText(taxPdf(paper, null, language))).toContain(word);
    expect(taxCsv(paper, language)).toContain(`"${word}"`);
    expect(taxCsv(paper, language)).not.toContain('NaN');
  });
});

test('the same facts are the same bytes, whatever clock and zone the machine has', () => {
  const make = () => [taxPdf(paperOf(), null, 'pt-BR'), taxCsv(paperOf(), 'en')] as const;
  const [pdf, csv] = make();
  vi.useFakeTimers({ now: Date.UTC(2031, 5, 1) });
  vi.stubEnv('TZ', 'Pacific/Kiritimati');
  const again = make();
  vi.useRealTimers();
  vi.unstubAllEnvs();
  expect(Buffer.from(again[0]).equals(Buffer.from(pdf))).toBe(true);
  expect(again[1]).toBe(csv);
});

test('a real series wears no warning, and what the operator has said stands first', async () => {
  const paper = paperOf({ rates: { kind: 'spot', source: 'bcb-ptax', lastDay: '2027-01-04' } });
  const text = await pdfText(taxPdf({ ...paper, ownerRegime: 'A' }, null, 'pt-BR'));
  expect(text).not.toContain('SIMULADO');
  expect(text).toContain('Regime informado por quem opera o site: A.');
  expect(text).toContain('PTAX do Banco Central do Brasil, lidas até 04/01/2027');
});
