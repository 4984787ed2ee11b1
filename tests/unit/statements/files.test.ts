// The files of a statement: the same bytes for ever, read by programs of others, and safe to open (D78, D79).

import { createHash } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { CSV_SEPARATORS } from '../../../worker/domain/csv.ts';
import { LANGUAGES } from '../../../worker/domain/settings-rules.ts';
import { checksOf, contentBytes, recordText } from '../../../worker/domain/signed-records.ts';
import {
  signedContent,
  STATEMENT_MOVEMENTS_MAX,
  type StatementContent,
  statementNumber,
  statementOf,
} from '../../../worker/domain/statements.ts';
import { statementCsv } from '../../../worker/storage/statement-csv.ts';
import { statementPdf } from '../../../worker/storage/statement-pdf.ts';
import {
  POISONED_NOTE,
  STATEMENT_FACTS,
  STATEMENT_HASHES,
  STATEMENT_HOLDER,
} from '../../fixtures/statement-example.ts';
import { checkPdf, installPdfTools, pdfAttachment, pdfInfo, pdfText } from '../../support/pdf-tools.ts';

const CONTENT: StatementContent = {
  ...statementOf(STATEMENT_FACTS),
  issuedAt: '2026-11-01T00:00:00.000Z',
  previous: 'c'.repeat(64),
};
const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest('hex');

function recordOf(content: StatementContent): string {
  const signed = signedContent(content);
  const { kid } = STATEMENT_HOLDER;
  return recordText({
    domain: 'statement',
    kid,
    content: signed,
    checks: checksOf(signed),
    signature: 'x'.repeat(86),
  });
}
function pdf(language: 'pt-BR' | 'en', content = CONTENT): Uint8Array {
  const hash = sha256(contentBytes(signedContent(content)));
  const paper = { ...STATEMENT_HOLDER, content, sha256: hash, number: statementNumber(content.month, hash) };
  return statementPdf(paper, recordOf(content), language);
}

beforeAll(installPdfTools);

test('template 1 is what it was: files that customers have can be made again', () => {
  expect({
    content: sha256(contentBytes(signedContent(CONTENT))),
    'pdf pt-BR': sha256(pdf('pt-BR')),
    'pdf en': sha256(pdf('en')),
    'csv pt-BR': sha256(statementCsv(CONTENT, 'pt-BR')),
    'csv en': sha256(statementCsv(CONTENT, 'en')),
  }).toEqual(STATEMENT_HASHES);
});

test('no clock and no time zone is asked', () => {
  vi.useFakeTimers({ now: Date.UTC(2031, 5, 6) });
  vi.stubEnv('TZ', 'Pacific/Apia');
  try {
    expect(sha256(pdf('pt-BR'))).toBe(STATEMENT_HASHES['pdf pt-BR']);
    expect(sha256(statementCsv(CONTENT, 'en'))).toBe(STATEMENT_HASHES['csv en']);
  } finally {
    vi.unstubAllEnvs();
    vi.useRealTimers();
  }
});

describe.each(LANGUAGES)('in %s', (language) => {
  test('the PDF is sound, can be searched, and carries the signed statement', async () => {
    const bytes = pdf(language);
    expect(await checkPdf(bytes)).toContain('No syntax or stream encoding errors found');
    const text = await pdfText(bytes);
    const said =
      language === 'en'
        ? ['Statement for October 2026', 'Purchase reversed, gold', '-US$1,102.99', 'Page 1 of', '10/20/2026']
        : [
            'Extrato mensal de outubro de 2026',
            'Estorno de compra, ouro',
            '-US$ 1.102,99',
            'Página 1 de',
            '20/10/2026',
          ];
    for (const words of [...said, 'José da Conceição Araújo', '***.982.247-**', CONTENT.account]) {
      expect(text.replaceAll('\u00a0', ' ')).toContain(words);
    }
    // Letters that nobody sees turn no line around.
    for (const unseen of ['\u202E', '\u0000']) expect(text).not.toContain(unseen);
    expect(await pdfAttachment(bytes)).toBe(recordOf(CONTENT));
    expect(await pdfInfo(bytes)).toMatch(/CreationDate: +Sun Nov +1 00:00:00 2026/u);
    const raw = new TextDecoder('latin1').decode(bytes);
    expect(raw).toContain(`/Lang (${language})`);
    expect(raw).toContain('/DisplayDocTitle true');
  });

  test('the CSV has both ends and each movement, exact, and no formula', () => {
    const text = statementCsv(CONTENT, language);
    const delimiter = CSV_SEPARATORS[language];
    const [head = [], first = [], ...rest] = parse(text, { bom: true, delimiter }) as string[][];
    const last = rest.pop() ?? [];
    const cell = (row: readonly string[], name: string) =>
      row[Object.keys(COLUMNS).indexOf(name)] ?? `no ${name}`;
    expect(head).toHaveLength(Object.keys(COLUMNS).length);
    expect([cell(first, 'cashAfter'), cell(last, 'cashAfter')]).toEqual(
      language === 'en' ? ['500.00', '1565.10'] : ['500,00', '1565,10'],
    );
    expect(rest.map((row) => [cell(row, 'seq'), cell(row, 'cash')])).toEqual(
      CONTENT.movements.map(({ seq, cashCents }) => [
        String(seq),
        (cashCents / 100).toFixed(2).replace('.', language === 'en' ? '.' : ','),
      ]),
    );
    const note = cell(rest[2] ?? [], 'note');
    expect(note.startsWith("'=")).toBe(true);
    expect(note).toContain('"aspas"');
    expect(POISONED_NOTE).toContain('\u202E');
  });
});

const COLUMNS = (await import('../../../locales/en/statement-file.json', { with: { type: 'json' } })).default
  .columns;

test('a month with as many movements as a PDF may have stays within 500 pages', async () => {
  const [deposit] = STATEMENT_FACTS.movements;
  if (deposit === undefined) throw new Error('the example has movements');
  const movements = Array.from({ length: STATEMENT_MOVEMENTS_MAX }, (_, index) => ({
    ...deposit,
    seq: 100 + index,
  }));
  const cashCents = STATEMENT_FACTS.opening.cashCents + movements.length * deposit.cashCents;
  const closing = { ...STATEMENT_FACTS.opening, cashCents };
  const facts = { ...STATEMENT_FACTS, seqTo: 100_000, closing, movements };
  const bytes = pdf('pt-BR', { ...CONTENT, ...statementOf(facts) });
  await checkPdf(bytes);
  expect(Number(/Pages: +(\d+)/u.exec(await pdfInfo(bytes))?.[1])).toBeLessThanOrEqual(500);
  expect(recordOf({ ...CONTENT, ...statementOf(facts) }).length).toBeLessThan(16 * 1024 * 1024);
});
