// Our own PDF files, read by programs of others: qpdf and poppler.

import { beforeAll, expect, test } from 'vitest';
import { type PdfBlock, type PdfDocument, pdfOf } from '../../../worker/domain/pdf/document.ts';
import { printable, textWidth, wrapped } from '../../../worker/domain/pdf/text.ts';
import { checkPdf, installPdfTools, pdfAttachment, pdfInfo, pdfText } from '../../support/pdf-tools.ts';

const PORTUGUESE =
  'À vista, ação, coração, três, você, avô, à noite, úmido, Ünião, ÇÃO ÕES ÊÔ; “aspas” – travessão — 10 €, nº 1ª';
const utf8 = (text: string) => new TextEncoder().encode(text);

function documentOf(blocks: readonly PdfBlock[]): PdfDocument {
  return {
    title: 'Extrato (ção) \\ 漢字',
    author: 'Onça',
    language: 'pt-BR',
    at: Date.UTC(2026, 10, 1, 0, 0, 0),
    id: '0123456789abcdef0123456789abcdef',
    foot: 'ONCA-2026-10-0123abcd',
    pageNumber: (page, pages) => `Página ${page} de ${pages}`,
    attachment: {
      name: 'statement.json',
      type: 'application/json',
      description: 'Conteúdo',
      bytes: utf8('{"ç":1}'),
    },
    blocks,
  };
}

const EVERYTHING: readonly PdfBlock[] = [
  { kind: 'title', text: 'Extrato de outubro' },
  { kind: 'paragraph', text: PORTUGUESE },
  { kind: 'small', text: `${'palavra '.repeat(60)}${'x'.repeat(400)}` },
  {
    kind: 'facts',
    rows: [
      ['Conta', '8f3c92d0'],
      ['Nome (masked)', 'José \\ da "Conceição"'],
    ],
  },
  { kind: 'heading', text: 'Movimentos' },
  {
    kind: 'table',
    columns: [
      { head: 'Nº', share: 1 },
      { head: 'O quê', share: 4 },
      { head: 'Valor', share: 2, align: 'right' },
    ],
    rows: Array.from({ length: 200 }, (_, index) => [`${index + 1}`, 'Compra de ouro', `-${index}.234,56`]),
    sums: ['', 'Soma', '-99.999,99'],
  },
  {
    kind: 'code',
    modules: Array.from({ length: 29 }, (_, y) =>
      Array.from({ length: 29 }, (_cell, x) => (x * y) % 3 === 0),
    ),
    lines: ['Confira em https://onca.example/verify'],
  },
];

beforeAll(installPdfTools);

test('a document of every kind of block passes qpdf and can be read as text, letter by letter', async () => {
  const bytes = pdfOf(documentOf(EVERYTHING));
  expect(await checkPdf(bytes)).toContain('No syntax or stream encoding errors found');
  const text = await pdfText(bytes);
  expect(text).toContain(PORTUGUESE);
  expect(text).toContain('José \\ da "Conceição"');
  expect(text).toMatch(/200\s+Compra de ouro\s+-199\.234,56/u);
  expect(text).toMatch(/Soma\s+-99\.999,99/u);
  // The head of the table stands on each of its pages.
  const pages = text.split('\f').filter((page) => page.includes('Compra de ouro'));
  expect(pages.length).toBeGreaterThan(3);
  for (const page of pages) expect(page).toMatch(/Nº\s+O quê\s+Valor/u);
  expect(await pdfAttachment(bytes)).toBe('{"ç":1}');
  const info = await pdfInfo(bytes);
  expect(info).toContain('Extrato (ção) \\ 漢字');
  expect(info).toMatch(/Page size: +595 x 842 pts \(A4\)/u);
});

test('the same document is the same bytes, whatever the clock says', () => {
  const first = pdfOf(documentOf(EVERYTHING));
  expect(pdfOf(documentOf(EVERYTHING))).toEqual(first);
  const text = new TextDecoder('latin1').decode(first);
  expect(text.match(/D:\d{14}Z/gu)).toEqual(['D:20261101000000Z', 'D:20261101000000Z']);
});

test('letters that no Helvetica has lose their accents or become a question mark; what nobody sees goes', () => {
  expect(printable('Ação Ünal Çelik')).toBe('Ação Ünal Çelik');
  expect(printable('Ngũgĩ Škoda')).toBe('Ngugi Škoda');
  expect(printable('漢字\u202Eevil\u0000')).toBe('??evil');
  expect(printable('a\n\tb')).toBe('a  b');
});

test('lines are never wider than their room, and no letter is lost', () => {
  for (const text of [PORTUGUESE, 'x'.repeat(500), `${'W'.repeat(90)} i ${'é'.repeat(90)}`]) {
    const lines = wrapped(text, 'bold', 10, 120);
    expect(Math.max(...lines.map((line) => textWidth(line, 'bold') / 100))).toBeLessThanOrEqual(120);
    expect(lines.join('').replaceAll(' ', '')).toBe(printable(text).replaceAll(' ', ''));
  }
});
