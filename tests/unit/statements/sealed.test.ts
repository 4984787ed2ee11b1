// A sealed PDF or CSV: whatever is changed in it is found (D79).

import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { publicKeys } from '../../../worker/auth/signing-keys.ts';
import {
  readSealed,
  SEALED_FORMATS,
  type SealedFormat,
  sealedFile,
  sealedPart,
} from '../../../worker/domain/sealed-files.ts';
import { checksOf, contentBytes, recordText } from '../../../worker/domain/signed-records.ts';
import { signedContent, statementOf } from '../../../worker/domain/statements.ts';
import { sealable } from '../../../worker/services/sealed-file.ts';
import { signBytes } from '../../../worker/auth/signing-keys.ts';
import { statementCsv } from '../../../worker/storage/statement-csv.ts';
import { statementPdf } from '../../../worker/storage/statement-pdf.ts';
import { checkFile } from '../../../web/features/site/verify/check.ts';
import { STATEMENT_FACTS, STATEMENT_HOLDER } from '../../fixtures/statement-example.ts';
import { runs } from '../../support/deep.ts';
import { STATEMENT_ENV } from '../../support/node-books.ts';
import { checkPdf, installPdfTools } from '../../support/pdf-tools.ts';

const KEYS = publicKeys(STATEMENT_ENV);
const CONTENT = { ...statementOf(STATEMENT_FACTS), issuedAt: '2026-11-01T00:00:00.000Z', previous: null };
const AT = Date.parse(CONTENT.issuedAt);
const SHA256 = 'd'.repeat(64);

let files: Readonly<Record<SealedFormat, Uint8Array>>;
let record: string;

beforeAll(async () => {
  await installPdfTools();
  const content = signedContent(CONTENT);
  const signed = await signBytes(STATEMENT_ENV, 'statement', contentBytes(content));
  record = recordText({ domain: 'statement', content, checks: checksOf(content), ...signed });
  const about = { account: CONTENT.account, document: 'ONCA-2026-10-dddddddd', contentSha256: SHA256 };
  const sealed = async (format: SealedFormat, bytes: Uint8Array) => {
    const file = await sealable({ format, bytes, ...about });
    return file.sealedBy(await file.sign(STATEMENT_ENV, AT));
  };
  const paper = { ...STATEMENT_HOLDER, content: CONTENT, sha256: SHA256, number: about.document };
  files = {
    pdf: await sealed('pdf', statementPdf(paper, record, 'pt-BR')),
    csv: await sealed('csv', new TextEncoder().encode(statementCsv(CONTENT, 'pt-BR'))),
  };
});

const verdictOf = async (bytes: Uint8Array) => checkFile(new Blob([new Uint8Array(bytes)]), KEYS);
const flipped = (bytes: Uint8Array, bit: number) => {
  const copy = new Uint8Array(bytes);
  copy[bit >> 3] = (copy[bit >> 3] ?? 0) ^ (1 << (bit & 7));
  return copy;
};

test('a sealed PDF is still a PDF', async () => {
  expect(await checkPdf(files.pdf)).toContain('No syntax or stream encoding errors found');
  const text = new TextDecoder('latin1').decode(files.pdf);
  expect(text.match(/%%EOF/gu)).toHaveLength(1);
  expect(text.endsWith('%%EOF\n')).toBe(true);
});

describe.each(SEALED_FORMATS)('a sealed %s', (format) => {
  test('is genuine as it is', async () => {
    expect(await verdictOf(files[format])).toMatchObject({
      verdict: 'genuine',
      content: { document: 'ONCA-2026-10-dddddddd', format, contentSha256: SHA256 },
    });
  });

  test('with any bit of it flipped is not genuine', async () => {
    const bytes = files[format];
    // The record and what is around it, bit by bit; the rest by chance, in the deep run much more of it.
    const end = Array.from(
      { length: runs(500, 8 * 700) },
      (_, bit) => 8 * bytes.length - 1 - bit * runs(11, 1),
    );
    for (const bit of end)
      expect((await verdictOf(flipped(bytes, bit))).verdict, `bit ${bit}`).not.toBe('genuine');
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: 8 * bytes.length - 1 }), async (bit) => {
        expect((await verdictOf(flipped(bytes, bit))).verdict).not.toBe('genuine');
      }),
      { numRuns: runs(60, 20_000) },
    );
  });

  test('says so where something before the record was changed, cut, or put behind the end', async () => {
    const bytes = files[format];
    const changed = { verdict: 'changed', changes: [{ what: 'bytes' }] };
    expect(await verdictOf(flipped(bytes, 8 * 400))).toMatchObject(changed);
    expect(
      await verdictOf(new Uint8Array([...bytes.subarray(0, 300), ...bytes.subarray(301)])),
    ).toMatchObject(changed);
    for (const more of ['\n', ' ', '%%EOF\n', 'x']) {
      const longer = new Uint8Array([...bytes, ...new TextEncoder().encode(more)]);
      expect((await verdictOf(longer)).verdict).not.toBe('genuine');
    }
    expect((await verdictOf(bytes.subarray(0, bytes.length - 1))).verdict).toBe('not-ours');
  });

  test('with the record of another file, or of the statement itself, is not genuine', async () => {
    const other = files[format === 'pdf' ? 'csv' : 'pdf'];
    const whole = new TextDecoder('latin1').decode(files[format]);
    const at = whole.lastIndexOf(format === 'pdf' ? '%onca {' : '"onca";"{');
    const start = files[format].subarray(0, at);
    const taken = [
      format === 'pdf'
        ? `%onca ${new TextDecoder().decode(other).split('"onca";"').at(-1)?.replaceAll('""', '"').slice(0, -3)}\n%%EOF\n`
        : `"onca";"${(/%onca (.+)\n/u.exec(new TextDecoder('latin1').decode(other))?.[1] ?? '').replaceAll('"', '""')}"\r\n`,
      format === 'pdf' ? `%onca ${record}\n%%EOF\n` : `"onca";"${record.replaceAll('"', '""')}"\r\n`,
    ];
    for (const end of taken) {
      const verdict = await verdictOf(new Uint8Array([...start, ...new TextEncoder().encode(end)]));
      expect(verdict.verdict).not.toBe('genuine');
    }
  });
});

test('a PDF or a CSV of somebody else, or one that a spreadsheet saved again, is not ours', async () => {
  const text = (words: string) => verdictOf(new TextEncoder().encode(words));
  const noSeal = { verdict: 'not-ours', why: 'no-seal' };
  expect(await text('%PDF-1.4\n%%EOF\n')).toMatchObject(noSeal);
  expect(await text('"a","b"\r\n"1","2"\r\n')).toMatchObject(noSeal);
  const saved = new TextDecoder().decode(files.csv).replaceAll('\r\n', '\n');
  expect((await text(saved)).verdict).not.toBe('genuine');
  expect(await text(`%PDF-1.7\n%onca {"a":1}\n%%EOF\n`)).toMatchObject({
    verdict: 'not-ours',
    why: 'unreadable',
  });
});

test('of a statement as JSON it says where it was changed', async () => {
  expect(await verdictOf(new TextEncoder().encode(record))).toMatchObject({ verdict: 'genuine' });
  const changed = record.replace('"cashCents":156510', '"cashCents":956510');
  expect(await verdictOf(new TextEncoder().encode(changed))).toMatchObject({
    verdict: 'changed',
    changes: [{ what: 'value', path: '/closing/cashCents' }],
  });
});

describe('the parts of a sealed file', () => {
  const bytes = (text: string) => new TextEncoder().encode(text);
  const LONG = 'x'.repeat(5_000);
  const PDF_END = '%%EOF\n';

  test.each([
    ['pdf', undefined, `${LONG}${PDF_END}`, `${LONG}%onca `, '{"a":"b"}\n%%EOF\n'],
    ['csv', undefined, LONG, `${LONG}"onca";"`, '{""a"":""b""}"\r\n'],
    ['csv', ',', LONG, `${LONG}"onca","`, '{""a"":""b""}"\r\n'],
    ['csv', ';', `"onca","{`, `"onca","{"onca";"`, '{""a"":""b""}"\r\n'],
    ['csv', ',', `"onca";"{`, `"onca";"{"onca","`, '{""a"":""b""}"\r\n'],
  ] as const)(
    '%s with %j: what is hashed, and the record behind it',
    (format, separator, file, part, end) => {
      expect(sealedPart(format, bytes(file), separator)).toEqual(bytes(part));
      const sealed = sealedFile(format, bytes(part), '{"a":"b"}');
      expect(sealed).toEqual(bytes(part + end));
      expect(readSealed(sealed, format)).toEqual({ format, part: bytes(part), record: '{"a":"b"}' });
    },
  );

  test('the record is looked for in the last 4,096 bytes', () => {
    const withRecord = (characters: number) =>
      readSealed(bytes(`${LONG}%onca {${'x'.repeat(characters)}\n${PDF_END}`), 'pdf');
    expect(withRecord(4_082)?.part).toEqual(bytes(`${LONG}%onca `));
    expect(withRecord(4_083)).toBeNull();
  });

  test('what stands behind the end is none of it', () => {
    expect(readSealed(bytes(`%onca {}\n${PDF_END}x`), 'pdf')).toBeNull();
    expect(readSealed(bytes(''), 'pdf')).toBeNull();
  });
});
