// OFX tag by tag: what belongs to a movement, to a balance and to the account, and what is passed over.

import { describe, expect, test } from 'vitest';
import { BANK_LINES_MAX } from '../../../worker/domain/bank-files.ts';
import { statementFromOfx } from '../../../worker/domain/ofx.ts';

const read = (inside: string) => statementFromOfx(`<OFX>${inside}</OFX>`, 'BRL');
const said = (lines: readonly unknown[], account: string | null = null, balance: unknown = null) => ({
  ok: true,
  value: { lines, balance, account },
});
const line = (number: number, id: string, cents = 100) => ({
  line: number,
  day: '2026-11-03',
  cents,
  paymentIds: [id],
});
const refused = (fault: string, at: number | null = null) => ({ ok: false, error: { fault, line: at } });

const MOVEMENT = '<STMTTRN><DTPOSTED>20261103<TRNAMT>1<FITID>a</STMTTRN>';
const open = (more: string) => `<STMTTRN><DTPOSTED>20261103${more}`;

describe('a movement', () => {
  test.each(['PAYEE', 'BANKACCTTO', 'CCACCTTO', 'CURRENCY', 'ORIGCURRENCY', 'IMAGEDATA'])(
    'has nothing of what is inside its %s',
    (name) => {
      const inside = `<${name}><TRNAMT>9<FITID>x</${name}>`;
      expect(read(open(`${inside}<TRNAMT>1<FITID>a</STMTTRN>`))).toEqual(said([line(1, 'a')]));
    },
  );

  test.each([
    ['of parts within parts', '<PAYEE><BANKACCTTO><FITID>x</BANKACCTTO><FITID>y</PAYEE><TRNAMT>1<FITID>a'],
    ['said first', '<TRNAMT>1<FITID>a<FITID>b<TRNAMT>2'],
    ['after a tag that closes nothing', '</FITID></PAYEE><TRNAMT>1<FITID>a'],
    ['in tags with blanks', '<TRNAMT >1<FITID \t>a'],
    ['in small letters', '<trnamt>1<fitid>a'],
    ['beside an account of its own', '<TRNAMT>1<FITID>a<BANKACCTFROM><BANKID>9<ACCTID>9</BANKACCTFROM>'],
  ])('has what is %s', (_what, inside) => {
    expect(read(open(`${inside}</STMTTRN>`))).toEqual(said([line(1, 'a')]));
  });

  test('ends with the next, with the list, with a balance and with the file', () => {
    const one = open('<TRNAMT>1<FITID>');
    const LEDGERBAL = '<LEDGERBAL><BALAMT>5<DTASOF>20261103';
    const balance = { day: '2026-11-03', cents: 500 };
    expect(read(`${one}a${one}b</BANKTRANLIST><FITID>x`)).toEqual(said([line(1, 'a'), line(2, 'b')]));
    expect(read(`${one}a${LEDGERBAL}<FITID>x`)).toEqual(said([line(1, 'a')], null, balance));
    expect(read(`${LEDGERBAL}${one}a`)).toEqual(said([line(1, 'a')], null, balance));
  });

  test('that nobody closes is refused as others are', () => {
    expect(read(`${MOVEMENT}<STMTTRN><TRNAMT>1<FITID>b`)).toEqual(refused('day', 2));
  });

  test('whose part nobody closes takes nothing from the next', () => {
    expect(read(`${open('<TRNAMT>1<FITID>a<PAYEE><NAME>x</STMTTRN>')}${MOVEMENT}`)).toEqual(
      said([line(1, 'a'), line(2, 'a')]),
    );
  });

  test.each([
    ['1.234,50', refused('amount', 1)],
    ['1,234.50', refused('amount', 1)],
    ['x1', refused('amount', 1)],
    ['12,50', said([line(1, 'a', 1_250)])],
    ['+12.5', said([line(1, 'a', 1_250)])],
    ['-12.', said([line(1, 'a', -1_200)])],
    ['12,', said([line(1, 'a', 1_200)])],
  ])('of %s', (amount, expected) => {
    expect(read(open(`<TRNAMT>${amount}<FITID>a</STMTTRN>`))).toEqual(expected);
  });

  test('has its day at the beginning of a time', () => {
    expect(read(MOVEMENT.replace('20261103', '20261103120000'))).toEqual(said([line(1, 'a')]));
    expect(read(MOVEMENT.replace('20261103', 'x20261103'))).toEqual(refused('day', 1));
  });

  test('is one of as many as a file may have', () => {
    const all = read(MOVEMENT.repeat(BANK_LINES_MAX));
    expect(all.ok && all.value.lines.length).toBe(BANK_LINES_MAX);
  });

  test.each([
    ['a&amp;b&#65;c', 'a&bAc'],
    ['&lt;&gt;&quot;&apos;x&nbsp;y', `<>"'x y`],
    ['a&foo;&x;&#;', 'a&foo;&x;&#;'],
    ['a&#31;b&#32;c', 'a b c'],
    ['a&#1114111;b&#1114112;c', 'a\u{10FFFF}b c'],
    ['<![CDATA[a&b<c&lt;]]>', 'a&b<c&lt;'],
    ['x<![CDATA[a]]>y<![CDATA[b]]>z', 'xaybz'],
  ])('%s is named %s', (written, name) => {
    expect(read(open(`<TRNAMT>1<FITID>${written}</STMTTRN>`))).toEqual(said([line(1, name)]));
  });
});

describe('an account', () => {
  test.each([
    ['of a card', '<CCACCTFROM><ACCTID>4711</CCACCTFROM>', '/4711'],
    ['that is closed twice', '<BANKACCTFROM><BANKID>341<ACCTID>1</BANKACCTFROM></BANKACCTFROM>', '341/1'],
    [
      'that begins twice',
      '<BANKACCTFROM><BANKID>34<BANKACCTFROM><BANKID>341<ACCTID>1</BANKACCTFROM>',
      '341/1',
    ],
    ['that nobody closes', '<BANKACCTFROM><BANKID>341<ACCTID>1', null],
    ['that only closes', '</BANKACCTFROM>', null],
  ])('%s', (_what, written, account) => {
    expect(read(`<CURDEF>brl \n${written}${MOVEMENT}`)).toEqual(said([line(1, 'a')], account));
  });

  test('is that of the statement, whatever account a movement names', () => {
    const movement = MOVEMENT.replace('</STMTTRN>', '<BANKACCTFROM><BANKID>9<ACCTID>9</BANKACCTFROM>');
    expect(read(`<BANKACCTFROM><BANKID>341<ACCTID>1</BANKACCTFROM>${movement}`)).toEqual(
      said([line(1, 'a')], '341/1'),
    );
  });
});

describe('a file', () => {
  const BALANCE = '<LEDGERBAL><BALAMT>10<DTASOF>20261130</LEDGERBAL>';
  test.each([
    ['of another currency', `<CURDEF>USD${MOVEMENT}`, refused('currency')],
    ['without a movement', BALANCE, refused('empty')],
    ['with two balances', `${MOVEMENT}${BALANCE}${BALANCE}`, refused('balance')],
    ['with a balance of no amount', `${MOVEMENT}<LEDGERBAL><DTASOF>20261130`, refused('balance')],
    [
      'with two accounts',
      `<CCACCTFROM><ACCTID>1</CCACCTFROM><CCACCTFROM><ACCTID>2</CCACCTFROM>${MOVEMENT}`,
      refused('account'),
    ],
    ['whose quotation does not end', `<![CDATA[${MOVEMENT}`, refused('format')],
    [
      'with a balance, and one of no day',
      `${MOVEMENT}<LEDGERBAL><BALAMT>9</LEDGERBAL>${BALANCE}`,
      said([line(1, 'a')], null, { day: '2026-11-30', cents: 1_000 }),
    ],
  ])('%s', (_what, inside, expected) => {
    expect(read(inside)).toEqual(expected);
  });

  test('is what stands after its first tag', () => {
    expect(statementFromOfx(`<CURDEF>USD\n<OFX>${MOVEMENT}</OFX>`, 'BRL')).toEqual(said([line(1, 'a')]));
  });

  test.each(['', 'x', MOVEMENT, `<OFX>${MOVEMENT}`])('is none: %j', (text) => {
    expect(statementFromOfx(text, 'BRL')).toEqual(refused('format'));
  });
});
