// Keys and accounts as they are typed: what they are taken as, what is refused with which words, what is shown, and whose name is whose.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openPayout, payoutMarks, sealPayout } from '../../../worker/auth/payout-sealing.ts';
import { withCheckDigits } from '../../../worker/domain/cpf.ts';
import {
  maskPayout,
  methodsFor,
  type PayoutDetails,
  payoutProblems,
  readBic,
  readIban,
  readPayoutDetails,
  readPixKey,
  sameHolder,
} from '../../../worker/domain/payout-accounts.ts';

const ted = (over: Partial<Extract<PayoutDetails, { method: 'ted' }>> = {}): PayoutDetails => ({
  method: 'ted',
  bank: '341',
  branch: '1234',
  number: '12345-6',
  kind: 'checking',
  ...over,
});
const wire = (iban: string, bic = 'NWBKGB2L'): PayoutDetails => ({ method: 'wire', iban, bic });

describe('a PIX key', () => {
  test.each([
    ['cpf', '529.982.247-25', '52998224725'],
    ['cpf', ' 52998224725 ', '52998224725'],
    ['email', ' Ana.Prado@Example.COM ', 'ana.prado@example.com'],
    ['phone', '(11) 98765-4321', '+5511987654321'],
    ['phone', '11987654321', '+5511987654321'],
    ['phone', '+55 11 98765-4321', '+5511987654321'],
    ['phone', '5511987654321', '+5511987654321'],
    ['phone', '011 98765-4321', '+5511987654321'],
    ['phone', '55 98765-4321', '+5555987654321'],
    ['phone', ' +55 11 98765-4321 ', '+5511987654321'],
    ['phone', '11 98705-4321', '+5511987054321'],
    ['random', '123E4567-E89B-12D3-A456-426655440000', '123e4567-e89b-12d3-a456-426655440000'],
    ['random', ' 123e4567-e89b-12d3-a456-426655440000 ', '123e4567-e89b-12d3-a456-426655440000'],
    ['email', `${'a'.repeat(64)}@${'b'.repeat(8)}.com`, `${'a'.repeat(64)}@${'b'.repeat(8)}.com`],
  ] as const)('%s %s is %s', (type, typed, key) => {
    expect(readPixKey(type, typed)).toBe(key);
    expect(payoutProblems({ method: 'pix', keyType: type, key: typed })).toEqual({ key: null });
    expect(readPayoutDetails({ method: 'pix', keyType: type, key: typed })).toEqual({
      method: 'pix',
      keyType: type,
      key,
    });
  });

  test.each([
    ['cpf', '529.982.247-26', 'a wrong check digit'],
    ['cpf', '111.111.111-11', 'equal digits, though they check'],
    ['cpf', '５２９９８２２４７２５', 'full-width digits'],
    ['cpf', '5299822472', 'ten digits'],
    ['cpf', '52.998.224/7250-01', 'a number of a company'],
    ['email', 'ana', 'no address'],
    ['email', 'ana@', 'no host'],
    ['email', `${'a'.repeat(64)}@${'b'.repeat(9)}.com`, '78 characters'],
    ['email', 'a\u202Ena@example.com', 'a mark of direction'],
    ['email', 'ana@example.com,eve@example.com', 'two addresses'],
    ['phone', '11 3876-5432', 'not a mobile number'],
    ['phone', '+1 212 555 0100', 'of another country'],
    ['phone', '987654321', 'without its area code'],
    ['phone', '01 98765-4321', 'an area code that is none'],
    ['phone', '(１１) 98765-4321', 'full-width digits'],
    ['phone', '+55 98765-4321', 'with its country, without its area code'],
    ['phone', '+41 98 765 43 21', 'of another country, with as many digits'],
    ['phone', '1155987654321', 'with the country in another place'],
    ['phone', '0011 98765-4321', 'with two zeros in front'],
    ['phone', '11 98765-43210', 'with a digit too many'],
    ['phone', 'tel 11 98765-4321', 'with a word before it'],
    ['phone', '11 98765-4321 casa', 'with a word after it'],
    ['random', '123e4567e89b12d3a456426655440000', 'without its hyphens'],
    ['random', '123e4567-e89b-12d3-a456-42665544000g', 'a letter beyond f'],
    ['random', '123e4567-e89b-12d3-a456-4266554400000', 'a digit too many'],
    ['random', '0123e4567-e89b-12d3-a456-426655440000', 'a digit too many in front'],
  ] as const)('%s %s is none: %s', (type, typed, _why) => {
    expect(readPixKey(type, typed)).toBeNull();
    expect(readPayoutDetails({ method: 'pix', keyType: type, key: typed })).toBeNull();
    expect(payoutProblems({ method: 'pix', keyType: type, key: typed })).toEqual({
      key:
        type === 'cpf' ? 'cpf' : `pix${type === 'email' ? 'Email' : type === 'phone' ? 'Phone' : 'Random'}`,
    });
  });
});

describe('an account at a Brazilian bank', () => {
  test.each([
    ['as it is printed', {}, {}],
    ['of savings', { kind: 'savings' }, { kind: 'savings' }],
    ['without its hyphen', { number: '123456' }, {}],
    ['with zeros in front', { number: '00012345-6' }, {}],
    ['with zeros inside', { number: '1003-4' }, { number: '10034' }],
    ['with dots', { number: '12.345-6' }, {}],
    ['with a space before its check digit', { number: '12345- 6' }, {}],
    ['with a space after it', { number: '123456 ' }, {}],
    ['with an X as check digit', { number: '12345-x' }, { number: '12345X' }],
    ['with an X and no hyphen', { number: '12345X' }, { number: '12345X' }],
    ['of two digits', { number: '1-2' }, { number: '12' }],
    ['of thirteen', { number: '123456789012-3' }, { number: '1234567890123' }],
    ['of a short branch', { branch: '1' }, { branch: '0001' }],
    ['of a branch that ends with zero', { branch: '1230' }, { branch: '1230' }],
    ['of a branch that begins with zero', { branch: '0123' }, { branch: '0123' }],
    ['by ISPB, of zeros alone', { bank: '00000000' }, { bank: '00000000' }],
  ] as const)('%s', (_, typed, expected) => {
    const account = { method: 'ted', bank: '341', branch: '1234', number: '123456', kind: 'checking' };
    expect(readPayoutDetails(ted(typed))).toEqual({ ...account, ...expected });
    expect(payoutProblems(ted(typed))).toEqual({ bank: null, branch: null, number: null });
  });

  test.each([
    [{ bank: '000' }, { bank: 'bankCode' }],
    [{ bank: '3411' }, { bank: 'bankCode' }],
    [{ bank: '３４１' }, { bank: 'bankCode' }],
    [{ branch: '0000' }, { branch: 'bankBranch' }],
    [{ branch: '12345' }, { branch: 'bankBranch' }],
    [{ branch: '1234-5' }, { branch: 'bankBranch' }],
    [{ number: '0000' }, { number: 'bankNumber' }],
    [{ number: '7' }, { number: 'bankNumber' }],
    [{ number: 'X12345' }, { number: 'bankNumber' }],
    [{ number: '12345678901234' }, { number: 'bankNumber' }],
    [{ number: '12345-6; DROP' }, { number: 'bankNumber' }],
  ])('%o is refused', (over, problems) => {
    expect(readPayoutDetails(ted(over))).toBeNull();
    expect(payoutProblems(ted(over))).toEqual({ bank: null, branch: null, number: null, ...problems });
  });
});

describe('an account elsewhere', () => {
  // Of the IBAN registry of SWIFT: the examples of its countries.
  test.each([
    'GB29 NWBK 6016 1331 9268 19',
    'DE89370400440532013000',
    'FR1420041010050500013M02606',
    'BR1800360305000010009795493C1',
    'NO9386011117947',
    'MT84MALT011000012345MTLCAST001S',
    'gb29nwbk60161331926819',
    // Of no country, with check digits that are right: the shortest and the longest that may be.
    `AA75${'0'.repeat(11)}`,
    `AA75${'0'.repeat(30)}`,
  ])('%s', (typed) => {
    const iban = typed.replaceAll(' ', '').toUpperCase();
    expect(readIban(typed)).toBe(iban);
    expect(readPayoutDetails(wire(typed, 'nwbk gb2l'))).toEqual(wire(iban, 'NWBKGB2L'));
    expect(payoutProblems(wire(typed))).toEqual({ iban: null, bic: null });
  });

  test.each([
    ['GB29NWBK60161331926818', 'a wrong digit'],
    ['GB92NWBK60161331926819', 'check digits the other way round'],
    ['GB29NWBK6016133192', 'too short'],
    ['ＧＢ29NWBK60161331926819', 'full-width letters'],
    ['0029NWBK60161331926819', 'no country'],
    [`AA75${'0'.repeat(10)}`, 'too short, though it checks'],
    [`AA75${'0'.repeat(31)}`, 'too long, though it checks'],
    ['1AA850000000000000', 'a digit in front, though it checks'],
    ['', 'nothing'],
  ])('%s is none: %s', (iban) => {
    expect(readIban(iban)).toBeNull();
    expect(readPayoutDetails(wire(iban))).toBeNull();
    expect(payoutProblems(wire(iban))).toEqual({ iban: 'iban', bic: null });
  });

  test('no single wrong digit and no two changed places pass', () => {
    const iban = 'DE89370400440532013000';
    fc.assert(
      fc.property(fc.integer({ min: 4, max: iban.length - 2 }), fc.integer({ min: 1, max: 9 }), (at, by) => {
        const digits = [...iban];
        const [a, b] = [digits[at] ?? '', digits[at + 1] ?? ''];
        const wrong = [...digits];
        wrong[at] = String((Number(a) + by) % 10);
        expect(readIban(wrong.join(''))).toBeNull();
        const swapped = [...digits];
        [swapped[at], swapped[at + 1]] = [b, a];
        expect(readIban(swapped.join(''))).toBe(a === b ? iban : null);
      }),
    );
  });

  test.each([
    ['nwbkgb2l', 'NWBKGB2L'],
    ['DEUTDEFF500', 'DEUTDEFF500'],
  ])('the BIC %s', (typed, bic) => {
    expect(readBic(typed)).toBe(bic);
  });

  test.each(['NWBKGB2', 'NWBKGB2LXX', 'XNWBKGB2L', 'NWB1GB2L', 'NWBK7B2L', 'ＮWBKGB2L'])(
    'the BIC %s is none',
    (bic) => {
      expect(readBic(bic)).toBeNull();
      expect(readPayoutDetails(wire('DE89370400440532013000', bic))).toBeNull();
      expect(payoutProblems(wire('DE89370400440532013000', bic))).toEqual({ iban: null, bic: 'bic' });
    },
  );
});

test.each([
  [{ method: 'pix', keyType: 'cpf', key: '52998224725' }, '***.982.247-**'],
  [{ method: 'pix', keyType: 'email', key: 'ana.prado@example.com' }, 'a•••@example.com'],
  [{ method: 'pix', keyType: 'phone', key: '+5511987654321' }, '+55 11 •••••-4321'],
  [{ method: 'pix', keyType: 'random', key: '123e4567-e89b-12d3-a456-426655440000' }, '123e•••0000'],
  [ted({ number: '123456' }), '341 · 1234 · •••456'],
  [ted({ number: '12' }), '341 · 1234 · •••12'],
  [wire('GB29NWBK60161331926819', 'NWBKGB2LXXX'), 'GB29 •••• 6819 · NWBKGB2L'],
] as const)('%o is shown as %s', (details, masked) => {
  expect(maskPayout(details)).toBe(masked);
  expect([...masked].length).toBeLessThanOrEqual(80);
});

test('a customer is paid by every way, and who is known by a passport by wire alone', () => {
  expect(methodsFor(false)).toEqual(['pix', 'ted', 'wire']);
  expect(methodsFor(true)).toEqual(['wire']);
});

describe('a name is the same as another', () => {
  test.each([
    ['Ana Prado', 'ANA PRADO'],
    ['José Antônio da Conceição', 'JOSE A CONCEICAO'],
    ['Ana  Maria\u00a0Prado', 'Ana Prado'],
    ["Luís D'Ávila", 'LUIS DAVILA'],
    ['\u202EAna\u202C Prado\u200B', 'ana prado'],
    ['Ana\u0301 Prado', 'Ána Prado'],
    ['Madonna', 'MADONNA'],
    ['Ana Strauß', 'ANA STRAUSS'],
    ['Ana - Prado', 'Ana Prado'],
  ])('%s, %s', (one, other) => {
    expect([sameHolder(one, other), sameHolder(other, one)]).toEqual([true, true]);
  });

  test.each([
    ['Ana Prado', 'Ana Prata'],
    ['Ana Prado', 'Prado Ana'],
    ['Ana Prado', 'Ana'],
    ['Ana Prado Filho', 'Ana Prado'],
    ['Ana Prado', 'Аna Prado'],
    ['', ''],
    ['Ana Prado', '\u202E'],
    ['...', '---'],
  ])('%s is not %s', (one, other) => {
    expect([sameHolder(one, other), sameHolder(other, one)]).toEqual([false, false]);
  });
});

test('a customer’s own key is taken back as it was typed, however it is typed', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[0-9]{9}$/u), (nine) => {
      const cpf = withCheckDigits(nine);
      fc.pre(!/^(\d)\1*$/u.test(cpf));
      const typed = `${cpf.slice(0, 3)}.${cpf.slice(3, 6)}.${cpf.slice(6, 9)}-${cpf.slice(9)}`;
      expect(readPayoutDetails({ method: 'pix', keyType: 'cpf', key: typed })).toEqual({
        method: 'pix',
        keyType: 'cpf',
        key: cpf,
      });
    }),
  );
});

describe('PAYOUT_KEY', () => {
  const [OLD, NEW] = ['an-old-payout-key-0123456789abcdef', 'a-new-payout-key-0123456789abcdef'];
  const details = { method: 'pix', keyType: 'random', key: '123e4567-e89b-12d3-a456-426655440000' } as const;

  test('seals for one customer, and is rotated: what the old value sealed opens until it is taken out', async () => {
    const sealed = await sealPayout(OLD, 'ana', details);
    expect(sealed).not.toContain('4266');
    expect(await openPayout(`${NEW},${OLD}`, 'ana', sealed)).toEqual(details);
    expect(await openPayout(`${NEW},${OLD}`, 'eve', sealed)).toBeNull();
    expect(await openPayout(NEW, 'ana', sealed)).toBeNull();
  });

  test('knows the same account again under both values, and tells others apart', () => {
    const marks = payoutMarks(`${NEW},${OLD}`, details);
    expect(marks.older).toEqual([payoutMarks(OLD, details).newest]);
    expect(marks.newest).toBe(payoutMarks(NEW, details).newest);
    expect(payoutMarks(NEW, ted()).newest).not.toBe(payoutMarks(NEW, ted({ kind: 'savings' })).newest);
    // Of an IBAN the BIC is a part.
    const iban = 'DE89370400440532013000';
    expect(payoutMarks(NEW, wire(iban, 'DEUTDEFF')).newest).toBe(
      payoutMarks(NEW, wire(iban, 'DEUTDEFF500')).newest,
    );
  });
});
