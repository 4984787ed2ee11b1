// Files of banks as hostile input: both formats, both encodings, and everything that a file may have instead.

import { describe, expect, test } from 'vitest';
import {
  accountOfSource,
  bankCents,
  bankDay,
  BANK_FILE_MAX_BYTES,
  bankLineOf,
  BANK_LINES_MAX,
  type BankLine,
  closingBalance,
  lineKeys,
} from '../../../worker/domain/bank-files.ts';
import { statementFromOfx } from '../../../worker/domain/ofx.ts';
import { readBankFile } from '../../../worker/services/operators/bank-file-lines.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const latin1 = (text: string) => Uint8Array.from(text, (sign) => sign.codePointAt(0) ?? 0);
const read = (file: string | Uint8Array, source: 'dollars' | 'reais' = 'dollars') => {
  const result = readBankFile(typeof file === 'string' ? bytes(file) : file, source);
  return result.ok ? result.value.lines : `${result.error.fault} ${result.error.line ?? '-'}`;
};
/** The closing balance: its day and cents, or what is wrong. */
const balance = (file: string, source: 'dollars' | 'reais' = 'dollars') => {
  const result = readBankFile(bytes(file), source);
  if (!result.ok) return `${result.error.fault} ${result.error.line ?? '-'}`;
  return result.value.balance === null ? 'none' : `${result.value.balance.day} ${result.value.balance.cents}`;
};
const ID = 'c0ffee00-1111-4222-8333-444455556666';
const E2E = 'E00038166201907261559y6j6mt9l0pi';

const SGML = `OFXHEADER:100
DATA:OFXSGML
VERSION:102
ENCODING:USASCII
CHARSET:1252

<OFX><SIGNONMSGSRSV1><SONRS><STATUS><CODE>0<SEVERITY>INFO</STATUS><LANGUAGE>POR</SONRS></SIGNONMSGSRSV1>
<BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>BRL<BANKACCTFROM><BANKID>341<ACCTID>1</BANKACCTFROM>
<BANKTRANLIST><DTSTART>20261101<DTEND>20261130
<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20261103120000[-3:BRT]<TRNAMT>1326.58<FITID>N1<MEMO>PIX RECEBIDO JOÃO ${E2E}</STMTTRN>
<STMTTRN>
<TRNTYPE>DEBIT
<DTPOSTED>20261104
<TRNAMT>-50,5
<FITID>N2
<CHECKNUM>
<PAYEE><NAME>Maria<FITID>not mine</PAYEE>
<MEMO>A &amp; B &#66;
</STMTTRN>
<STMTTRN><DTPOSTED>20261105<TRNAMT>0.00<FITID>N3<MEMO>SALDO ANTERIOR</STMTTRN>
</BANKTRANLIST><LEDGERBAL><BALAMT>10<DTASOF>20261130</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`;

const XML = `<?xml version="1.0" encoding="UTF-8"?>
<?OFX OFXHEADER="200" VERSION="220" SECURITY="NONE"?>
<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>USD</CURDEF><BANKTRANLIST>
<STMTTRN><TRNTYPE>CREDIT</TRNTYPE><DTPOSTED>20261103</DTPOSTED><TRNAMT>+250.00</TRNAMT><FITID>X1</FITID>
<MEMO><![CDATA[deposit <${ID}> ]]></MEMO></STMTTRN></BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`;

describe('OFX', () => {
  test('1.x, whose leaves nobody closes, in Windows-1252 as in UTF-8', () => {
    const expected: readonly BankLine[] = [
      { line: 1, day: '2026-11-03', cents: 132_658, paymentIds: ['N1', E2E] },
      { line: 2, day: '2026-11-04', cents: -5_050, paymentIds: ['N2'] },
    ];
    expect(read(SGML, 'reais')).toEqual(expected);
    expect(read(latin1(SGML), 'reais')).toEqual(expected);
    expect(read(SGML.replaceAll('\n', '\r\n'), 'reais')).toEqual(expected);
    expect(
      read(
        SGML.toLowerCase().replace(E2E.toLowerCase(), E2E).replace('n1', 'N1').replace('n2', 'N2'),
        'reais',
      ),
    ).toEqual(expected);
  });

  const ofAccounts = (...accounts: readonly string[]) =>
    SGML.replace(
      '<BANKACCTFROM><BANKID>341<ACCTID>1</BANKACCTFROM>',
      accounts.map((text) => `<BANKACCTFROM>${text}</BANKACCTFROM>`).join('<X></X>'),
    );
  test.each([
    ['<BANKID>0341<BRANCHID>7<ACCTID>00012-3', '341/123'],
    ['<BANKID> 341 </BANKID><ACCTID>12.3a</ACCTID>', '341/123A'],
    ['<BANKID>341', '341/'],
  ])('names its account as %s', (text, account) => {
    const statement = statementFromOfx(ofAccounts(text), 'BRL');
    expect(statement.ok && statement.value.account).toBe(account);
  });

  test('names none, or two, of which one is wrong', () => {
    const none = statementFromOfx(ofAccounts(), 'BRL');
    expect(none.ok && none.value.account).toBeNull();
    const same = '<BANKID>341<ACCTID>1';
    expect(statementFromOfx(ofAccounts(same, same), 'BRL').ok).toBe(true);
    expect(read(ofAccounts(same, '<BANKID>341<ACCTID>2'), 'reais')).toBe('account -');
  });

  test.each([
    ['dollars=021000021/4711, reais=341/12345-6', '21000021/4711', '341/123456'],
    ['reais=0341/0012345 6', null, '341/123456'],
    ['reais=10203/40500', null, '10203/40500'],
    ['no dollars=1/2', null, null],
    ['', null, null],
    ['reais', null, null],
    ['dollars=1', null, null],
  ])('the setting "%s"', (setting, dollars, reais) => {
    expect(accountOfSource(setting, 'dollars')).toBe(dollars);
    expect(accountOfSource(setting, 'reais')).toBe(reais);
  });

  test('2.x, and what it quotes', () => {
    expect(read(XML)).toEqual([{ line: 1, day: '2026-11-03', cents: 25_000, paymentIds: ['X1', ID] }]);
  });

  test.each([
    ['of another currency', SGML, 'dollars', 'currency -'],
    ['without a movement', SGML.replaceAll(/<STMTTRN>[\s\S]*?<\/STMTTRN>/gu, ''), 'reais', 'empty -'],
    ['of a day that is none', SGML.replace('20261104', '20260230'), 'reais', 'day 2'],
    ['without a day', SGML.replace('<DTPOSTED>20261104', ''), 'reais', 'day 2'],
    ['of an amount that is none', SGML.replace('-50,5', '1e3'), 'reais', 'amount 2'],
    ['of an amount with thousands', SGML.replace('-50,5', '1,234.50'), 'reais', 'amount 2'],
    ['of an amount that nobody has', SGML.replace('-50,5', '99999999999999'), 'reais', 'amount 2'],
    ['of a long field', SGML.replace('A &amp; B', 'x'.repeat(501)), 'reais', 'field 2'],
    [
      'that declares what it is made of',
      XML.replace('<OFX>', '<!DOCTYPE OFX [<!ENTITY a "b">]><OFX>'),
      'dollars',
      'format -',
    ],
    ['whose quotation does not end', XML.replace(']]>', ''), 'dollars', 'format -'],
    ['that has only its head', 'OFXHEADER:100\nDATA:OFXSGML\n', 'dollars', 'format -'],
  ] as const)('a file %s is refused', (_what, file, source, fault) => {
    expect(read(file, source)).toBe(fault);
  });

  const LEDGERBAL = '<LEDGERBAL><BALAMT>10<DTASOF>20261130</LEDGERBAL>';
  const AVAILBAL = '<AVAILBAL><BALAMT>99<DTASOF>20261130</AVAILBAL>';
  test.each([
    ['is that of its day', LEDGERBAL, '2026-11-30 1000'],
    [
      'may be below zero, and have a time',
      '<LEDGERBAL><BALAMT>-10,5<DTASOF>20261130235959[-3:BRT]</LEDGERBAL>',
      '2026-11-30 -1050',
    ],
    ['is not what is available', `${AVAILBAL}${LEDGERBAL}${AVAILBAL}`, '2026-11-30 1000'],
    [
      'may stand before the movements of its day',
      '<LEDGERBAL><BALAMT>10<DTASOF>20261001</LEDGERBAL>',
      '2026-10-01 1000',
    ],
    ['may be absent', '', 'none'],
    ['that is available alone is none', AVAILBAL, 'none'],
    ['without a day is none', '<LEDGERBAL><BALAMT>10</LEDGERBAL>', 'none'],
    ['of a day that banks leave out is none', '<LEDGERBAL><BALAMT>10<DTASOF>00000000</LEDGERBAL>', 'none'],
    [
      'that nobody closes takes no amount from elsewhere',
      `<LEDGERBAL><DTASOF>20261130${AVAILBAL}`,
      'balance -',
    ],
    ['of a day that is none is refused', '<LEDGERBAL><BALAMT>10<DTASOF>20261131</LEDGERBAL>', 'balance -'],
    ['without an amount is refused', '<LEDGERBAL><DTASOF>20261130</LEDGERBAL>', 'balance -'],
    [
      'of an amount that is none is refused',
      '<LEDGERBAL><BALAMT>1e9<DTASOF>20261130</LEDGERBAL>',
      'balance -',
    ],
    [
      'of an amount that nobody has is refused',
      '<LEDGERBAL><BALAMT>99999999999999<DTASOF>20261130</LEDGERBAL>',
      'balance -',
    ],
    ['of two accounts is refused', `${LEDGERBAL}${LEDGERBAL.replace('10', '11')}`, 'balance -'],
    ['of another currency is refused with its file', LEDGERBAL, 'currency -', 'dollars'],
  ] as const)('a closing balance %s', (_what, written, expected, source: 'dollars' | 'reais' = 'reais') => {
    expect(balance(SGML.replace(LEDGERBAL, written), source)).toBe(expected);
  });

  test('a closing balance of 2.x, and before the movements', () => {
    const said = '<LEDGERBAL><BALAMT>7.5</BALAMT><DTASOF>20261104</DTASOF></LEDGERBAL>';
    for (const place of ['<BANKTRANLIST>', '</STMTRS>'])
      expect(balance(XML.replace(place, `${said}${place}`))).toBe('2026-11-04 750');
  });

  test.each(['<CHECKNUM>', '</OFX>', '34.56'])(
    'a file that ends before %s is refused: an amount may be cut',
    (from) => {
      const text = SGML.replace('-50,5', '-1234.56');
      expect(read(text.slice(0, text.indexOf(from)), 'reais')).toBe('format -');
    },
  );
});

const CSV = `date,amount,reference,description
2026-11-03,250.00,sandbox-${ID},"card, ""visa"""
2026-11-04,"-1,234.50",,
2026-11-05,0.00,none,carried forward
`;

describe('CSV', () => {
  test('of the gateway', () => {
    expect(read(CSV)).toEqual([
      { line: 2, day: '2026-11-03', cents: 25_000, paymentIds: [`sandbox-${ID}`] },
      { line: 3, day: '2026-11-04', cents: -123_450, paymentIds: [] },
    ]);
    expect(read(`\uFEFF${CSV.replaceAll('\n', '\r\n')}`)).toHaveLength(2);
  });

  test('of a bank of Brazil, with its comma, its days and its accents', () => {
    const file = `Data;Histórico;Documento;Valor\n03/11/2026;PIX ${E2E};000123;1.326,58\n04/11/2026;TARIFA;;-12,90\n`;
    const expected = [
      { line: 2, day: '2026-11-03', cents: 132_658, paymentIds: ['000123', E2E] },
      { line: 3, day: '2026-11-04', cents: -1_290, paymentIds: [] },
    ];
    expect(read(file, 'reais')).toEqual(expected);
    expect(read(latin1(file), 'reais')).toEqual(expected);
  });

  test.each([
    ['without its columns', 'a,b\n1,2\n', 'columns 1'],
    ['of another source', 'Data;Valor\n03/11/2026;1,00\n', 'columns 1'],
    ['with its head alone', 'date,amount\n', 'empty -'],
    ['with a quote that does not end', `${CSV}2026-11-06,1.00,"x`, 'format 5'],
    ['with a row that is too short', `${CSV}2026-11-06,1.00\n`, 'format 5'],
    ['with a day that is none', `${CSV}2026-02-30,1.00,,\n`, 'day 5'],
    ['with a day of another century', `${CSV}1999-12-31,1.00,,\n`, 'day 5'],
    ['with a comma for the point', `${CSV}2026-11-06,"1.234,50",,\n`, 'amount 5'],
    ['with an exponent', `${CSV}2026-11-06,1e308,,\n`, 'amount 5'],
    ['with a formula', `${CSV}2026-11-06,=1+1,,\n`, 'amount 5'],
    ['with figures of another script', `${CSV}2026-11-06,１２.00,,\n`, 'amount 5'],
    ['with a tenth of a cent', `${CSV}2026-11-06,1.001,,\n`, 'amount 5'],
    ['with a long field', `${CSV}2026-11-06,1.00,${'x'.repeat(501)},\n`, 'field 5'],
    ['with one long record', `${CSV}2026-11-06,1.00,${'x'.repeat(5_000)},\n`, 'format 5'],
    ['that is empty', ' \n', 'empty -'],
  ])('a file %s is refused', (_what, file, fault) => {
    expect(read(file)).toBe(fault);
  });

  const balanced = (...rows: readonly string[]) =>
    balance(`date,amount,balance\n${rows.map((row) => `2026-11-${row}\n`).join('')}`);
  test.each([
    ['of rows in order', ['03,5.00,105.00', '04,-1.00,104.00'], '2026-11-04 10400'],
    ['of rows with the newest first', ['04,-1.00,104.00', '03,5.00,105.00'], '2026-11-04 10400'],
    ['of two days with the newest first', ['04,-1.00,104.00', '04,1.00,', '03,5.00,'], '2026-11-04 10400'],
    ['of such rows, some of which leave it out', ['04,-1.00,104.00', '03,5.00,'], '2026-11-04 10400'],
    ['of one day in order', ['03,5.00,105.00', '03,-1.00,104.00'], '2026-11-03 10400'],
    ['of one day with the newest first', ['03,-1.00,104.00', '03,5.00,105.00'], '2026-11-03 10400'],
    ['that some rows leave out', ['03,5.00,105.00', '04,1.00,', '04,2.00,'], '2026-11-04 10800'],
    [
      'that is carried forward by a row that moves nothing',
      ['02,0.00,100.00', '03,5.00,'],
      '2026-11-03 10500',
    ],
    ['below zero', ['03,-5.00,"-1,105.00"'], '2026-11-03 -110500'],
    ['that every row leaves out', ['03,5.00,', '04,1.00,'], 'none'],
    ['that every row of one day leaves out', ['03,5.00,', '03,1.00,'], 'none'],
    ['that the first row leaves out', ['03,5.00,', '04,-1.00,104.00'], '2026-11-04 10400'],
    ['that adds up against the order of its days alone', ['03,5.00,104.00', '04,-1.00,99.00'], 'balance 3'],
    ['that contradicts the row before', ['03,5.00,105.00', '04,-1.00,105.00'], 'balance 3'],
    ['that contradicts it within one day, either way round', ['03,5.00,105.00', '03,1.00,1.00'], 'balance 3'],
    ['that is no amount', ['03,5.00,n/a'], 'balance 2'],
    ['that nobody has', ['03,5.00,10000000000.01'], 'balance 2'],
  ])('a closing balance %s', (_what, rows, expected) => {
    expect(balanced(...rows)).toBe(expected);
  });

  test('a closing balance of a bank of Brazil, and of a file without that column', () => {
    expect(balance('Data;Valor;Saldo\n03/11/2026;1,00;1.326,58\n', 'reais')).toBe('2026-11-03 132658');
    expect(balance('Data;Valor\n03/11/2026;1,00\n', 'reais')).toBe('none');
  });

  test('a column that is called like a part of every object is a column', () => {
    expect(read('date,amount,__proto__,constructor\n2026-11-03,1.00,x,y\n')).toHaveLength(1);
  });
});

test('bytes that are no text are refused, whatever they are', () => {
  expect(read(Uint8Array.from({ length: 4_000 }, (_, n) => n % 256))).toBe('encoding -');
  expect(read(new Uint8Array(Buffer.from(CSV, 'utf16le')))).toBe('encoding -');
});

test('a file has as many movements as a file may have, and no more', () => {
  const row = '2026-11-03,1.00,,\n';
  expect(read(`date,amount,reference,description\n${row.repeat(BANK_LINES_MAX)}`)).toHaveLength(
    BANK_LINES_MAX,
  );
  expect(read(`date,amount,reference,description\n${row.repeat(BANK_LINES_MAX + 1)}`)).toBe('lines -');
  const movement = '<STMTTRN><DTPOSTED>20261103<TRNAMT>1<FITID>a</STMTTRN>';
  expect(read(`<OFX><CURDEF>USD<BANKTRANLIST>${movement.repeat(BANK_LINES_MAX + 1)}</OFX>`)).toBe('lines -');
});

test.each([
  ['tags that nobody closes', '<OFX>' + '<A>'.repeat(BANK_FILE_MAX_BYTES / 3)],
  ['quotations that nobody ends', '<OFX>' + '<![CDATA['.repeat(BANK_FILE_MAX_BYTES / 9)],
  ['angle brackets', '<OFX>' + '<'.repeat(BANK_FILE_MAX_BYTES - 5)],
  ['ampersands', `<OFX><STMTTRN><MEMO>${'&#'.repeat(BANK_FILE_MAX_BYTES / 2 - 20)}`],
  ['quotes', `date,amount\n${'"'.repeat(BANK_FILE_MAX_BYTES - 20)}`],
  ['separators', ','.repeat(BANK_FILE_MAX_BYTES)],
  ['letters', 'E'.repeat(BANK_FILE_MAX_BYTES)],
])('the largest file of nothing but %s is refused at once', (_what, file) => {
  const began = performance.now();
  expect(read(file)).toEqual(expect.any(String));
  expect(performance.now() - began).toBeLessThan(5_000);
});

test('equal lines of one file have keys of their own, and the same ones in another file', () => {
  const line = { line: 2, day: '2026-11-03', cents: 100, paymentIds: [] };
  expect(lineKeys([line, line])).toEqual(['2026-11-03 100  1', '2026-11-03 100  2']);
  expect(lineKeys([{ ...line, line: 9 }])).toEqual(['2026-11-03 100  1']);
});

test.each([
  ['1', 100],
  ['-0.00', 0],
  ['+1.5', 150],
  ['1,234,567.89', 123_456_789],
  ['12,34.00', null],
  ['1.2.3', null],
  ['', null],
  ['-', null],
  [' 2 ', 200],
  ['10000000000', 1_000_000_000_000],
  ['10000000000.01', null],
])('%s with a point is %s cents', (text, cents) => {
  expect(bankCents(text, '.')).toBe(cents);
});

test.each([
  ['2026', '02', '29', null],
  ['2028', '02', '29', '2028-02-29'],
  ['1999', '12', '31', null],
  ['2000', '01', '01', '2000-01-01'],
  ['2999', '12', '31', '2999-12-31'],
  ['3000', '01', '01', null],
  ['2026', '1', '3', null],
  ['26', '01', '03', null],
  ['+02026', '01', '03', null],
  ['', '', '', null],
])('%s %s %s is the day %s', (year, month, day, expected) => {
  expect(bankDay(year, month, day)).toBe(expected);
});

describe('what a line says', () => {
  const line = (reference: string, text = '', cents: number | null = 100) =>
    bankLineOf({ line: 7, day: '2026-11-03', cents, reference, text });
  const named = (...paymentIds: readonly string[]) => ({
    line: 7,
    day: '2026-11-03',
    cents: 100,
    paymentIds,
  });
  const SENT_BACK = `D${E2E.slice(1)}`;
  const [long, longer] = ['x'.repeat(100), 'x'.repeat(101)];

  test.each([
    ['its reference', line(' a '), named('a')],
    ['nothing', line(''), named()],
    ['what looks like a payment in its text', line('', `PIX ${E2E} ${ID}`), named(E2E, ID)],
    ['one that was sent back', line('a', SENT_BACK), named('a', SENT_BACK)],
    ['one of the sandbox', line('a', `of sandbox-${ID}.`), named('a', `sandbox-${ID}`)],
    ['one twice', line(E2E, E2E), named(E2E)],
    [
      'no more than four',
      line('a', `${E2E} ${SENT_BACK} ${ID} sandbox-${ID}`),
      named('a', E2E, SENT_BACK, ID),
    ],
    ['a reference of 100 characters', line(long), named(long)],
    ['a longer one by what it contains', line(`${longer} ${E2E}`), named(E2E)],
    ['no movement', line('a', '', 0), null],
    ['a reference of 500 characters', line('x'.repeat(500)), named()],
    ['a reference of 501', line('x'.repeat(501)), { fault: 'field', line: 7 }],
    ['a text of 500', line('', 'x'.repeat(500)), named()],
    ['a text of 501', line('', 'x'.repeat(501)), { fault: 'field', line: 7 }],
    ['no amount', line('a', '', null), { fault: 'amount', line: 7 }],
  ])('%s', (_what, said, expected) => {
    expect(said).toEqual(expected);
  });

  test('no rows have no closing balance', () => {
    expect(closingBalance([])).toBeNull();
  });
});
