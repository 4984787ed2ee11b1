// /verify: what is genuine, what has been changed and where, what is none of ours. The documents are made by the Worker's code.

import fc from 'fast-check';
import { deflateRawSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { publicKeys, signRecord } from '../../../worker/auth/signing-keys.ts';
import type { PublicKey } from '../../../worker/contract/signing-keys.ts';
import { canonicalJson } from '../../../worker/domain/canonical-json.ts';
import { COPY_MAX_BYTES } from '../../../worker/domain/signed-records.ts';
import { zipOf } from '../../../worker/domain/zip.ts';
import { signQuote } from '../../../worker/services/quote-token.ts';
import { copyOf } from '../../../worker/storage/data-copy.ts';
import { checkFile, checkText, type Verdict } from '../../../web/features/site/verify/check.ts';
import { NEW_KEY, OLD_KEY, OLD_X, retired } from '../../fixtures/signing-keys.ts';
import { runs } from '../../support/deep.ts';

const ISSUED = '2026-11-24T12:00:00.000Z';
const NEW = { SIGNING_KEYS: NEW_KEY, RETIRED_KEYS: '' };
const KEYS = publicKeys(NEW);

const RECEIPT = {
  account: 'ana',
  issuedAt: ISSUED,
  transaction: { id: 't-1', type: 'buy', totalCents: 441_095, notes: 'à la "carte"' },
  entries: [
    { account: 'customer', amount: -441_095 },
    { account: 'house:metal', amount: 441_095 },
  ],
  priceBasis: null,
};

const receiptText = (content: typeof RECEIPT = RECEIPT) => signRecord(NEW, 'receipt', content);
const kindOf = ({ verdict }: Verdict) => verdict;
const changesOf = (verdict: Verdict) => (verdict.verdict === 'changed' ? verdict.changes : verdict);

let receipt = '';
let quote = '';
let copy = new Uint8Array();
beforeAll(async () => {
  receipt = await receiptText();
  quote = await signQuote(NEW, {
    jti: 'j',
    sub: 'ana',
    side: 'buy',
    metal: 'gold',
    priceCents: 438_900,
    ouncesE4: 10_000,
    subtotalCents: 438_900,
    feeCents: 2_195,
    totalCents: 441_095,
    proven: false,
    registerMaxCents: 185_185,
    issuedAt: Date.parse(ISSUED),
    expiresAt: Date.parse(ISSUED) + 20_000,
    basis: { seq: 1, kind: 'spot', asOf: ISSUED, observations: [] },
  });
  copy = (await copyOf(
    { tables: [], statements: [], language: 'en', userId: 'ana', at: Date.parse(ISSUED) },
    (content) => signRecord(NEW, 'export', content),
  )) as Uint8Array<ArrayBuffer>;
});

const flipped = (bytes: Uint8Array, bit: number): Uint8Array<ArrayBuffer> => {
  const other = new Uint8Array(bytes);
  const at = bit >> 3;
  other[at] = (other[at] ?? 0) ^ (1 << (bit & 7));
  return other;
};

/** One bit of each byte, each of the eight in turn; in the deep run all of them. */
const bitsOf = (bytes: Uint8Array): number[] => {
  const every = Array.from({ length: bytes.length * 8 }, (_, bit) => bit);
  const step = runs(8, 1);
  return every.filter((bit) => step === 1 || (bit & 7) === (bit >> 3) % 8);
};

describe('a receipt', () => {
  test('is genuine as it was written, laid out by an editor, and as a file', async () => {
    for (const text of [receipt, `\n${JSON.stringify(JSON.parse(receipt), null, 2)}\n`]) {
      const verdict = await checkText(text, KEYS);
      expect(verdict).toMatchObject({
        verdict: 'genuine',
        signed: { domain: 'receipt', kid: KEYS[0]?.kid },
        issuedAt: Date.parse(ISSUED),
        content: RECEIPT,
      });
    }
    expect(kindOf(await checkFile(new Blob([receipt]), KEYS))).toBe('genuine');
  });

  test('that was changed says where, as far as the file tells', async () => {
    const changed = receipt.replace('"totalCents":441095', '"totalCents":441096');
    expect(changesOf(await checkText(changed, KEYS))).toEqual([
      { what: 'value', path: '/transaction/totalCents' },
    ]);
    const silent = changed.replace(/"checks":"[0-9a-f]*"/u, '"checks":""');
    expect(changesOf(await checkText(silent, KEYS))).not.toEqual([]);
    const removed = receipt.replace('"account":"ana",', '');
    expect(changesOf(await checkText(removed, KEYS))).toEqual([{ what: 'record' }]);
  });

  test('whose values are ours in another spelling is not as we wrote it', async () => {
    const spellings = [
      // Programs read the first or the last of two.
      receipt.replace('"account":"ana"', '"account":"bia","account":"ana"'),
      receipt.replace(':441095', ':4.41095e5'),
      receipt.replace('"ana"', String.raw`"\u0061na"`),
      JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(receipt) as object).toReversed())),
      receipt.replace(/"checks":"../u, '"checks":"zz'),
      receipt.replace('{', '{"aa":1,'),
    ];
    for (const text of spellings) {
      expect(changesOf(await checkText(text, KEYS))).toEqual([{ what: 'spelling' }]);
    }
  });

  test('passes for nothing else', async () => {
    const other = receipt.replace('"domain":"receipt"', '"domain":"statement"');
    expect(kindOf(await checkText(other, KEYS))).toBe('changed');
    const token = receipt.replace('"domain":"receipt"', '"domain":"quote"');
    expect(await checkText(token, KEYS)).toEqual({ verdict: 'not-ours', why: 'unreadable' });
  });

  test('is changed by any flipped bit', async () => {
    const bytes = new TextEncoder().encode(receipt);
    for (const bit of bitsOf(bytes)) {
      const verdict = await checkFile(new Blob([flipped(bytes, bit)]), KEYS);
      expect(kindOf(verdict), `bit ${bit}`).not.toBe('genuine');
    }
  });
});

describe('a key', () => {
  const at = (issuedAt: string) => ({ ...RECEIPT, issuedAt });
  const old = { SIGNING_KEYS: OLD_KEY };
  const left = (retiredAt: string): PublicKey[] =>
    publicKeys({
      SIGNING_KEYS: NEW_KEY,
      RETIRED_KEYS: retired(OLD_X, '2026-01-01T00:00:00.000Z', retiredAt),
    });

  test('that has been replaced verifies what it signed, as long as it is there and when it is retired', async () => {
    const text = await signRecord(old, 'receipt', at('2026-05-31T12:00:00.000Z'));
    const both = publicKeys({ SIGNING_KEYS: `${NEW_KEY},${OLD_KEY}`, RETIRED_KEYS: '' });
    expect(kindOf(await checkText(text, both))).toBe('genuine');
    expect(kindOf(await checkText(text, left('2026-06-01T00:00:00.000Z')))).toBe('genuine');
    expect(await checkText(text, KEYS)).toEqual({ verdict: 'not-ours', why: 'unknown-key' });
  });

  test.each([
    ['2025-12-31T23:59:59.999Z', 'not-ours'],
    ['2026-01-01T00:00:00.000Z', 'genuine'],
    ['2026-06-01T00:00:00.000Z', 'genuine'],
    ['2026-06-01T00:00:00.001Z', 'not-ours'],
    ['yesterday', 'not-ours'],
  ])('in use from January to June signed nothing else: %s is %s', async (issuedAt, wanted) => {
    const text = await signRecord(old, 'receipt', at(issuedAt));
    const verdict = await checkText(text, left('2026-06-01T00:00:00.000Z'));
    expect(verdict).toMatchObject(
      wanted === 'genuine' ? { verdict: 'genuine' } : { verdict: 'not-ours', why: 'not-of-its-time' },
    );
  });
});

describe('a quote', () => {
  test('is genuine, also when its seconds are over', async () => {
    expect(await checkText(` ${quote}\n`, KEYS)).toMatchObject({
      verdict: 'genuine',
      signed: { domain: 'quote' },
      content: { sub: 'ana', totalCents: 441_095 },
    });
  });

  test('is changed by any flipped bit', async () => {
    const bytes = new TextEncoder().encode(quote);
    for (const bit of bitsOf(bytes)) {
      const verdict = await checkFile(new Blob([flipped(bytes, bit)]), KEYS);
      expect(kindOf(verdict), `bit ${bit}`).not.toBe('genuine');
    }
  });

  test('of another algorithm, type or key is none of ours', async () => {
    const [, payload = '', signature = ''] = quote.split('.');
    const { kid } = KEYS[0] ?? { kid: '' };
    const headers = [
      { alg: 'none', typ: 'onca-quote+jwt', kid },
      { alg: 'HS256', typ: 'onca-quote+jwt', kid },
      { alg: 'EdDSA', typ: 'JWT', kid },
      { alg: 'EdDSA', typ: 'onca-quote+jwt', kid: 'somebody' },
      'no header',
    ];
    for (const header of headers) {
      const head = Buffer.from(JSON.stringify(header)).toString('base64url');
      expect(kindOf(await checkText(`${head}.${payload}.${signature}`, KEYS))).toBe('not-ours');
    }
  });
});

describe('a complete copy', () => {
  const packed = (files: Readonly<Record<string, string>>) =>
    zipOf(
      Object.entries(files).map(([name, text]) => {
        const bytes = new TextEncoder().encode(text);
        return { name, bytes, deflated: deflateRawSync(bytes) };
      }),
      Date.parse(ISSUED),
    ) as Uint8Array<ArrayBuffer>;
  const check = (bytes: Uint8Array) => checkFile(new Blob([bytes as Uint8Array<ArrayBuffer>]), KEYS);
  const manifest = (files: readonly { name: string; bytes: number; sha256: string }[]) =>
    signRecord(NEW, 'export', { account: 'ana', issuedAt: ISSUED, files });
  /** SHA-256 of "abc" (FIPS 180-2). */
  const ABC = {
    name: 'abc.txt',
    bytes: 3,
    sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  };

  test('is genuine as it was made', async () => {
    const verdict = await check(copy);
    expect(verdict).toMatchObject({
      verdict: 'genuine',
      signed: { domain: 'export' },
      content: { account: 'ana' },
    });
    expect(kindOf(await check(packed({ 'abc.txt': 'abc', 'manifest.json': await manifest([ABC]) })))).toBe(
      'genuine',
    );
  });

  test('says which file was altered, is missing, or is not from us', async () => {
    const signed = { 'manifest.json': await manifest([ABC]) };
    expect(changesOf(await check(packed({ 'abc.txt': 'abd', ...signed })))).toEqual([
      { what: 'altered', name: 'abc.txt' },
    ]);
    expect(changesOf(await check(packed({ 'abc.txt': 'abcd', ...signed })))).toEqual([
      { what: 'altered', name: 'abc.txt' },
    ]);
    expect(changesOf(await check(packed(signed)))).toEqual([{ what: 'missing', name: 'abc.txt' }]);
    expect(changesOf(await check(packed({ 'abc.txt': 'abc', 'other.txt': '', ...signed })))).toEqual([
      { what: 'added', name: 'other.txt' },
    ]);
    const lying = { 'manifest.json': signed['manifest.json'].replace('"bytes":3', '"bytes":4') };
    expect(changesOf(await check(packed({ 'abc.txt': 'abc', ...lying })))).toEqual([
      { what: 'value', path: '/files/0/bytes' },
    ]);
  });

  test('with one name twice is not ours, whichever of the two is right', async () => {
    const text = (value: string) => ({
      name: 'abc.txt',
      bytes: new TextEncoder().encode(value),
      deflated: null,
    });
    const signed = {
      name: 'manifest.json',
      bytes: new TextEncoder().encode(await manifest([ABC])),
      deflated: null,
    };
    for (const order of [
      ['abc', 'abd'],
      ['abd', 'abc'],
    ]) {
      const file = zipOf([...order.map(text), signed], Date.parse(ISSUED));
      expect(changesOf(await check(file))).toEqual([{ what: 'added', name: 'abc.txt' }]);
    }
    expect(await check(zipOf([text('abc'), signed, signed], Date.parse(ISSUED)))).toMatchObject({
      verdict: 'not-ours',
    });
  });

  test('is not what a receipt’s signature is for', async () => {
    const wrong = await signRecord(NEW, 'receipt', { account: 'ana', issuedAt: ISSUED, files: [ABC] });
    expect(await check(packed({ 'abc.txt': 'abc', 'manifest.json': wrong }))).toEqual({
      verdict: 'not-ours',
      why: 'no-manifest',
    });
  });

  test('never says genuine of other contents, whichever bit is flipped', async () => {
    const saysOf = async (bytes: Uint8Array) => {
      const verdict = await check(bytes);
      return verdict.verdict === 'genuine' ? canonicalJson(verdict.content) : null;
    };
    const genuine = await saysOf(copy);
    expect(genuine).not.toBeNull();
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: copy.length * 8 - 1 }), async (bit) => {
        // Bits that fill up the last byte of a deflated file are read by nobody.
        expect([null, genuine]).toContain(await saysOf(flipped(copy, bit)));
      }),
      { numRuns: runs(300) },
    );
  });

  test('that claims or unpacks to more than there can be stops at once', async () => {
    const bytes = new Uint8Array(1_000_000);
    const bomb = { name: 'manifest.json', bytes: new Uint8Array(10), deflated: deflateRawSync(bytes) };
    expect(changesOf(await check(zipOf([bomb], Date.parse(ISSUED))))).toEqual([
      { what: 'altered', name: 'manifest.json' },
    ]);
    const claim = zipOf(
      [{ name: 'manifest.json', bytes: new Uint8Array(), deflated: deflateRawSync(bytes) }],
      0,
    );
    const view = new DataView(claim.buffer);
    const directory = view.getUint32(claim.length - 6, true);
    for (const place of [22, directory + 24]) view.setUint32(place, 0x7f_ff_ff_ff, true);
    expect(await check(claim)).toEqual({ verdict: 'not-ours', why: 'too-large' });
  });
});

describe('anything else is not ours', () => {
  const sized = (size: number) => ({ size }) as Blob;
  test.each([
    ['nothing', ''],
    ['a word', 'hello'],
    ['markup', '<script>alert(1)</script>'],
    ['JSON of somebody', '{"a":1}'],
    ['a list', '[]'],
    ['null', 'null'],
    ['a record without a signature', '{"checks":"","content":{},"domain":"receipt","kid":"a"}'],
    ['a record of another kind', '{"checks":"","content":{},"domain":"x","kid":"a","signature":""}'],
    ['deep nesting', `${'['.repeat(500_000)}${']'.repeat(500_000)}`],
    [
      'a deep record',
      `{"checks":"","content":{"a":${'['.repeat(5_000)}${']'.repeat(5_000)}},"domain":"receipt","kid":"a","signature":""}`,
    ],
    ['fractions', '{"checks":"","content":{"a":0.5},"domain":"receipt","kid":"a","signature":""}'],
    ['a prototype', '{"__proto__":{"checks":"","content":{},"domain":"receipt","kid":"a","signature":""}}'],
    ['dots', '...'],
    ['a long line of letters', 'a'.repeat(1_000_000)],
  ])('%s', async (_name, text) => {
    expect(await checkText(text, KEYS)).toMatchObject({ verdict: 'not-ours' });
    expect(await checkFile(new Blob([text]), KEYS)).toMatchObject({ verdict: 'not-ours' });
  });

  test('a file of 200 MB is not even read', async () => {
    expect(await checkFile(sized(200 * 1024 * 1024), KEYS)).toEqual({
      verdict: 'not-ours',
      why: 'too-large',
    });
    expect(await checkFile(sized(COPY_MAX_BYTES + 1), KEYS)).toEqual({
      verdict: 'not-ours',
      why: 'too-large',
    });
  });

  test('random bytes, also behind the first four of a ZIP file', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 500 }), fc.boolean(), async (bytes, zip) => {
        const head = zip ? [0x50, 0x4b, 3, 4] : [];
        const verdict = await checkFile(new Blob([Uint8Array.from([...head, ...bytes])]), KEYS);
        expect(kindOf(verdict)).toBe('not-ours');
      }),
      { numRuns: runs(300) },
    );
  });
});
