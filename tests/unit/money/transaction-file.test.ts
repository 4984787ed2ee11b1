// The customer's transactions as CSV and JSON: read back by a parser that is not ours, and written page by page.

import fc from 'fast-check';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import type { Transaction } from '../../../worker/contract/transactions.ts';
import { CSV_START, withoutFormulaGuard } from '../../../worker/domain/csv.ts';
import { fileOf } from '../../../worker/services/transaction-file.ts';
import {
  transactionFileName,
  type TransactionFileAsked,
  transactionWriter,
} from '../../../worker/storage/transaction-file.ts';
import { runs } from '../../support/deep.ts';
import { anyLetter } from '../../support/any-letter.ts';

const MADE_AT = Date.UTC(2026, 10, 24, 12);

const SALE: Transaction = {
  id: '8f3c92d0-1111-4222-8333-444455556666',
  type: 'sell',
  metal: 'gold',
  ouncesE4: 12_500,
  priceCents: 438_938,
  subtotalCents: 548_673,
  feeCents: 2_744,
  totalCents: 545_929,
  realisedGainCents: -1_250,
  status: 'completed',
  method: null,
  gateway: null,
  notes: null,
  createdAt: '2026-11-24T01:30:00.000Z',
  settledAt: '2026-11-24T01:30:00.000Z',
};
const DEPOSIT: Transaction = {
  ...SALE,
  id: 'aaaaaaaa-1111-4222-8333-444455556667',
  type: 'deposit',
  metal: null,
  ouncesE4: null,
  priceCents: null,
  subtotalCents: 10_000,
  feeCents: 0,
  totalCents: 10_000,
  realisedGainCents: null,
  status: 'pending',
  method: 'bank_transfer',
  gateway: 'sandbox',
  settledAt: null,
};
const REVERSAL: Transaction = {
  ...SALE,
  type: 'reversal',
  reverses: DEPOSIT.id,
  reversedType: 'sell',
  notes: '=HYPERLINK("http://evil.example";"olá")\r\n;+1',
};

const asked = (over: Partial<TransactionFileAsked> = {}): TransactionFileAsked => ({
  format: 'csv',
  language: 'pt-BR',
  timeZone: 'America/Sao_Paulo',
  ...over,
});
const written = (rows: readonly Transaction[], over: Partial<TransactionFileAsked> = {}): string => {
  const { start, row, end } = transactionWriter(asked(over), MADE_AT);
  return start + rows.map((one, index) => row(one, index + 1)).join('') + end;
};
const read = (text: string, delimiter: ',' | ';') =>
  parse(text, { bom: true, columns: true, delimiter, record_delimiter: '\r\n' }) as Record<string, string>[];

describe('the CSV', () => {
  test('in Portuguese has semicolons, decimal commas and the words of the page', () => {
    const text = written([SALE, DEPOSIT]);
    expect(text.startsWith(`${CSV_START}"Nº";"Horário (UTC)";"Horário (America/Sao_Paulo)";"Tipo"`)).toBe(
      true,
    );
    expect(text).toContain(
      '1;"2026-11-24T01:30:00.000Z";"2026-11-23 22:30:00";"Venda";"Ouro";1,2500;4389,38;5486,73;27,44;5459,29;-12,50;;;"Concluída";' +
        '"2026-11-24T01:30:00.000Z";"8F3C-92D0";"8f3c92d0-1111-4222-8333-444455556666";;;\r\n',
    );
    expect(text).toContain(
      ';"Depósito";;;;100,00;0,00;100,00;;"Transferência bancária";"sandbox";"Pendente";;',
    );
  });

  test('in English has commas, decimal points and the words of the page', () => {
    const text = written([SALE], { language: 'en', timeZone: 'UTC' });
    expect(text.startsWith(`${CSV_START}"No.","Time (UTC)","Time (UTC)","Type"`)).toBe(true);
    expect(text).toContain(
      '1,"2026-11-24T01:30:00.000Z","2026-11-24 01:30:00","Sell","Gold",1.2500,4389.38,5486.73,27.44,5459.29,-12.50,,,"Completed",',
    );
  });

  test('of a reversal names what it undoes, and a poisoned note starts no formula', () => {
    const [row] = read(written([REVERSAL]), ';');
    expect(row).toMatchObject({ Tipo: 'Estorno de venda', Estorna: DEPOSIT.id });
    expect(row?.['Observação']).toBe(`'=HYPERLINK("http://evil.example";"olá")\r\n;'+1`);
  });

  test('is read back as it was, whatever a note says', () => {
    const column = { 'pt-BR': 'Observação', en: 'Note' } as const;
    fc.assert(
      fc.property(
        fc.string({ unit: anyLetter, maxLength: 60 }),
        fc.constantFrom('pt-BR' as const, 'en' as const),
        fc.integer({ min: 0, max: 10 ** 13 }),
        (notes, language, totalCents) => {
          const delimiter = language === 'en' ? ',' : ';';
          const rows = read(written([{ ...DEPOSIT, notes, totalCents }, SALE], { language }), delimiter);
          expect(rows).toHaveLength(2);
          expect(withoutFormulaGuard(rows[0]?.[column[language]] ?? '', delimiter)).toBe(notes);
          const total = (rows[0]?.['Total (US$)'] ?? '').replace(/[.,]/u, '');
          expect(BigInt(total)).toBe(BigInt(totalCents));
        },
      ),
      { numRuns: runs(300) },
    );
  });
});

describe('the JSON', () => {
  test('has the integers of the API, their units, the number and the receipt', () => {
    const file = JSON.parse(written([SALE, REVERSAL], { format: 'json' }));
    expect(file).toMatchObject({
      madeAt: '2026-11-24T12:00:00.000Z',
      timeZone: 'America/Sao_Paulo',
      units: { ouncesE4: 'ten-thousandths of a troy ounce', totalCents: 'US cents' },
    });
    expect(file.transactions).toEqual([
      { number: 1, receipt: '8F3C-92D0', localTime: '2026-11-23 22:30:00', ...SALE },
      { number: 2, receipt: '8F3C-92D0', localTime: '2026-11-23 22:30:00', ...REVERSAL },
    ]);
    const figures = Object.keys(SALE).filter((key) => /Cents$|E4$/u.test(key));
    expect(Object.keys(file.units).toSorted()).toEqual(figures.toSorted());
  });

  test('of nothing is an empty list', () => {
    expect(JSON.parse(written([], { format: 'json' })).transactions).toEqual([]);
  });
});

test('the name has the days of the first and the last transaction, as the reader’s clock shows them', () => {
  const days = { first: Date.UTC(2026, 0, 1, 1), last: Date.UTC(2026, 10, 24, 12) };
  expect(transactionFileName(asked(), days)).toBe('onca-extrato-2025-12-31-a-2026-11-24.csv');
  expect(transactionFileName(asked({ format: 'json', language: 'en', timeZone: 'UTC' }), days)).toBe(
    'onca-transactions-2026-01-01-to-2026-11-24.json',
  );
});

test.each(['csv', 'json'] as const)(
  'pages upon pages of transactions are written one after the other: %s',
  async (format) => {
    const [total, page] = [runs(10_000, 50_000), 1_000];
    let [given, taken, mostAhead] = [0, 0, 0];
    const body = fileOf(transactionWriter(asked({ format }), MADE_AT), async (after) => {
      expect(after).toEqual(given === 0 ? undefined : { at: given, id: String(given) });
      const rows = Array.from({ length: Math.min(page, total - given) }, () => DEPOSIT);
      given += rows.length;
      mostAhead = Math.max(mostAhead, given - taken);
      return { rows, end: rows.length === 0 ? null : { at: given, id: String(given) } };
    });
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    const parts: string[] = [];
    for await (const chunk of body) {
      parts.push(decoder.decode(chunk, { stream: true }));
      taken = given;
    }
    expect(mostAhead).toBeLessThanOrEqual(2 * page);
    const text = parts.join('');
    const numbers =
      format === 'json'
        ? JSON.parse(text).transactions.map(({ number }: { number: number }) => number)
        : read(text, ';').map((row) => Number(row['Nº']));
    expect(numbers).toEqual(Array.from({ length: total }, (_none, index) => index + 1));
  },
);

test('where a search finds nothing in a page, the file goes on with the next one', async () => {
  const found = [0, 2, 0, 0, 1, 0];
  let page = 0;
  const body = fileOf(transactionWriter(asked({ format: 'json' }), MADE_AT), async (after) => {
    expect(after).toEqual(page === 0 ? undefined : { at: page, id: 'x' });
    const rows = Array.from({ length: found[page] ?? 0 }, () => DEPOSIT);
    page += 1;
    return { rows, end: page === found.length ? null : { at: page, id: 'x' } };
  });
  const { transactions } = (await new Response(body).json()) as { transactions: { number: number }[] };
  expect(transactions.map(({ number }) => number)).toEqual([1, 2, 3]);
  expect(page).toBe(found.length);
});
