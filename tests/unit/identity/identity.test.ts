// Who a customer is: numbers, names, birth dates, and what a level may deposit (P59 to P61).

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  numberMacs,
  openDocument,
  openIdentity,
  sealDocument,
  sealIdentity,
} from '../../../worker/auth/identity-sealing.ts';
import { PASSPORT_COUNTRIES } from '../../../worker/domain/countries.ts';
import { maskCpf, readCpf, withCheckDigits } from '../../../worker/domain/cpf.ts';
import {
  ageOn,
  birthDateProblem,
  checkAgainAt,
  documentNameProblem,
  holdsUntil,
  isCheckRefusal,
  isListed,
  LEVEL_ASKS_FOR,
  maskNumber,
  readDay,
  readIdentityNumber,
  SANDBOX_OUTCOMES,
  SANDBOX_LISTS,
  sandboxCheck,
  sandboxLists,
} from '../../../worker/domain/identity.ts';
import {
  isBeyondRegister,
  levelFor,
  limitOfLevel,
  REGISTER_WINDOW_MS,
  registerMaxCents,
  WITHOUT_RATE_MAX_CENTS,
} from '../../../worker/domain/level-limits.ts';
import { HOUR_MS, MINUTE_MS } from '../../../worker/domain/time.ts';
import { BIRTH_EXAMPLES, BORN_NOW, CPF_EXAMPLES } from '../../fixtures/identity-examples.ts';
import { runs } from '../../support/deep.ts';

const PEPPER = 'pepper-of-the-unit-tests-0123456789ab';
const NEWER = 'another-pepper-of-the-tests-0123456789';
const nineDigits = fc.integer({ min: 0, max: 999_999_999 }).map((n) => String(n).padStart(9, '0'));

describe('a CPF', () => {
  test('of thirty typed in many ways, each is read or refused', () => {
    expect(CPF_EXAMPLES).toHaveLength(30);
    expect(CPF_EXAMPLES.map(([typed]) => [typed, readCpf(typed)])).toEqual(CPF_EXAMPLES);
    expect(['CPF 52998224725', '52998224725 x', '529982247255'].map(readCpf)).toEqual([null, null, null]);
  });

  test('is nine digits and the two that check them; any other two are refused', () => {
    fc.assert(
      fc.property(nineDigits, fc.integer({ min: 1, max: 99 }), (nine, by) => {
        const cpf = withCheckDigits(nine);
        const isEqual = /^(\d)\1*$/u.test(cpf);
        expect(readCpf(cpf)).toBe(isEqual ? null : cpf);
        const other = String((Number(cpf.slice(9)) + by) % 100).padStart(2, '0');
        expect(readCpf(nine + other)).toBeNull();
      }),
      { numRuns: runs(300) },
    );
  });

  test('is shown without its first three and last two digits', () => {
    expect(maskCpf('52998224725')).toBe('***.982.247-**');
    expect(maskNumber({ kind: 'cpf', number: '52998224725' })).toBe('***.982.247-**');
    expect(maskNumber({ kind: 'passport', number: 'AB123456' })).toBe('•••456');
  });
});

test.each([
  ['cpf', 'BR', ' 529.982.247-25 ', '52998224725'],
  ['cpf', 'BR', '52998224725'.padStart(40), '52998224725'],
  ['cpf', 'PT', '52998224725', null],
  ['cpf', 'BR', '52998224724', null],
  ['passport', 'PT', 'ab 123-456', 'AB123456'],
  ['passport', 'PT', 'A1234', 'A1234'],
  ['passport', 'PT', 'A'.repeat(20), 'A'.repeat(20)],
  ['passport', 'BR', 'AB123456', null],
  ['passport', 'pt', 'AB123456', null],
  ['passport', 'XPT', 'AB123456', null],
  ['passport', 'PTX', 'AB123456', null],
  ['passport', 'PT', 'A123', null],
  ['passport', 'PT', 'A'.repeat(21), null],
  ['passport', 'PT', 'ＡＢ123456', null],
  ['passport', 'PT', '123456ＡＢ', null],
] as const)('a %s of %s, %s, is kept as %s', (kind, country, typed, number) => {
  const read = readIdentityNumber({ kind, country, number: typed });
  expect(read).toEqual(number === null ? null : { kind, country, number });
});

test('a birth date is a day of the calendar, 18 years before the day that it is in Brazil', () => {
  const found = BIRTH_EXAMPLES.map(([typed]) => [typed, birthDateProblem(typed, BORN_NOW)]);
  expect(found).toEqual(BIRTH_EXAMPLES);
});

test.each([
  ['2024-02-29', { year: 2024, month: 2, day: 29 }],
  ['1999-12-31', { year: 1999, month: 12, day: 31 }],
  ['1999-01-01', { year: 1999, month: 1, day: 1 }],
  ['2023-02-29', null],
  ['2023-04-31', null],
  ['2023-04-00', null],
  ['2023-00-10', null],
  ['2023-13-10', null],
  ['2023-25-10', null],
  ['2023-01-99', null],
  [' 2023-01-01', null],
  ['2023-01-011', null],
] as const)('the day %j is %j', (text, day) => {
  expect(readDay(text)).toEqual(day);
});

test.each([
  ['on the birthday', '1990-11-23', 36],
  ['the day before it', '1990-11-24', 35],
  ['the day after it', '1990-11-22', 36],
  ['in an earlier month, on a later day', '1990-10-30', 36],
  ['in a later month, on an earlier day', '1990-12-01', 35],
  ['on the day of birth', '2026-11-23', 0],
  ['the day before birth', '2026-11-24', -1],
])('%s one is so old', (_, text, age) => {
  const day = readDay(text);
  expect(day === null ? null : ageOn(day, BORN_NOW)).toBe(age);
});

test.each([
  ['1906-11-23', null],
  ['1905-11-24', null],
  ['1905-11-23', 'birthDateInvalid'],
  ['2026-11-23', 'tooYoung'],
  ['2026-11-24', 'birthDateInvalid'],
])('of those born on %s the oldest are 120, and nobody is not born yet: %s', (text, problem) => {
  expect(birthDateProblem(text, BORN_NOW)).toBe(problem);
});

test('who was born on 29 February is 18 on 1 March of a year without that day', () => {
  expect(birthDateProblem('2008-02-29', Date.UTC(2026, 1, 28, 15))).toBe('tooYoung');
  expect(birthDateProblem('2008-02-29', Date.UTC(2026, 2, 1, 15))).toBeNull();
});

test('a name has two letters at least and no digits', () => {
  expect(['A', ' J. ', 'Ana 2', '', '李'].map(documentNameProblem)).toEqual(Array(5).fill('documentName'));
  expect(['Jo', "Zoë D'Arc", 'Ana Prado', '李明'].map(documentNameProblem)).toEqual(Array(4).fill(null));
  expect(documentNameProblem('a'.repeat(99))).toBeNull();
  expect(documentNameProblem('a'.repeat(100))).toBe('fullNameTooLong');
});

test('what a check refuses is told apart from what it does not know yet', () => {
  const words = ['match', 'other-name', 'not-found', 'deceased', 'pending', 'unreachable', null] as const;
  expect(words.filter(isCheckRefusal)).toEqual(['other-name', 'not-found', 'deceased']);
});

test('who waits because of a list is listed, and nobody else', () => {
  expect(isListed({ state: 'waiting', reason: 'listed' })).toBe(true);
  expect(isListed({ state: 'waiting', reason: null })).toBe(false);
  expect(isListed({ state: 'refused', reason: 'listed' })).toBe(false);
});

test('passports are of every country but Brazil, each once', () => {
  expect(PASSPORT_COUNTRIES.filter((code) => !/^[A-Z]{2}$/u.test(code))).toEqual([]);
  expect(new Set(PASSPORT_COUNTRIES).size).toBe(PASSPORT_COUNTRIES.length);
  expect(PASSPORT_COUNTRIES).toEqual(expect.arrayContaining(['AD', 'DK', 'DM', 'PT', 'US', 'ZW']));
  expect(PASSPORT_COUNTRIES).not.toContain('BR');
});

test('level 2 asks for a document, a selfie and an address, level 3 for the source of funds', () => {
  expect(LEVEL_ASKS_FOR).toEqual({ 2: ['document', 'selfie', 'address'], 3: ['funds'] });
});

test('the sandbox answers by the last two digits, and every other number is a match', () => {
  expect(SANDBOX_OUTCOMES).toEqual({
    '09': 'match',
    '17': 'other-name',
    '25': 'not-found',
    '33': 'deceased',
    '41': 'pending',
    '50': 'unreachable',
  });
  expect(sandboxCheck('12345678909')).toBe('match');
  expect(sandboxCheck('52998224725')).toBe('not-found');
  expect(sandboxCheck('AB12368')).toBe('match');
  expect(SANDBOX_LISTS).toEqual({ '58': 'possible', '66': 'pending', '74': 'unreachable' });
  expect(sandboxLists('12345678909')).toBe('clear');
  expect(sandboxLists('AB12358')).toBe('possible');
  // What is asked of a list was found right before, so its digits are its own.
  for (const digits of Object.keys(SANDBOX_LISTS)) expect(sandboxCheck(`AB123${digits}`)).toBe('match');
  for (const digits of Object.keys(SANDBOX_OUTCOMES)) expect(sandboxLists(`AB123${digits}`)).toBe('clear');
});

test('who could not say is asked after a minute, five, fifteen, and then each hour', () => {
  const waits = [0, 1, 2, 3, 4, 5, 99].map((checks) => checkAgainAt(checks, 0));
  expect(waits).toEqual([MINUTE_MS, MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS, HOUR_MS, HOUR_MS]);
});

test('an identity holds for five years of the calendar', () => {
  expect(holdsUntil(Date.UTC(2026, 10, 23, 12))).toBe(Date.UTC(2031, 10, 23, 12));
  expect(holdsUntil(Date.UTC(2028, 1, 29))).toBe(Date.UTC(2033, 2, 1));
});

describe('limits of levels', () => {
  const LIMITS = [
    { level: 0, windowMs: 1, maxCents: 100_000 },
    { level: 1, windowMs: 1, maxCents: 1_000_000 },
    { level: 2, windowMs: 1, maxCents: 25_000_000 },
    { level: 3, windowMs: 1, maxCents: null },
  ] as const;

  test('below level 2 the sum stays below R$ 10,000, to the cent, whatever the rate', () => {
    expect(REGISTER_WINDOW_MS).toBe(30 * 86_400_000);
    expect(registerMaxCents(54_000)).toBe(185_185);
    expect(registerMaxCents(50_000)).toBe(199_999);
    expect(registerMaxCents(null)).toBe(WITHOUT_RATE_MAX_CENTS);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500_000 }), (rate) => {
        const max = registerMaxCents(rate);
        expect(max * rate).toBeLessThan(10_000_000_000);
        expect((max + 1) * rate).toBeGreaterThanOrEqual(10_000_000_000);
      }),
      { numRuns: runs(300) },
    );
  });

  test('the lower one of a level and that sum counts; from level 2 on the level alone', () => {
    expect(LIMITS.map((limit) => limitOfLevel(limit, 185_185))).toEqual([100_000, 185_185, 25_000_000, null]);
    expect(limitOfLevel(LIMITS[0], 90_000)).toBe(90_000);
    expect(limitOfLevel({ level: 1, windowMs: 1, maxCents: null }, 90_000)).toBeNull();
  });

  test('the level that a sum needs', () => {
    expect(levelFor(LIMITS, 50_000, 0, 185_185)).toBe(1);
    expect(levelFor(LIMITS, 50_000, 1, 185_185)).toBe(2);
    expect(levelFor(LIMITS, 150_000, 0, 185_185)).toBe(1);
    expect(levelFor(LIMITS, 185_185, 0, 185_185)).toBe(1);
    expect(levelFor(LIMITS, 185_186, 0, 185_185)).toBe(2);
    expect(levelFor(LIMITS, 185_186, 1, 185_185)).toBe(2);
    expect(levelFor(LIMITS, 25_000_001, 1, 185_185)).toBe(3);
    expect(levelFor(LIMITS, 25_000_001, 3, 185_185)).toBe(3);
    // One that is agreed has room for any sum.
    const agreed = [...LIMITS.slice(0, 2), { ...LIMITS[2], maxCents: null }];
    expect(levelFor(agreed, 25_000_001, 1, 185_185)).toBe(2);
  });
});

describe('what is sealed', () => {
  const identity = { number: '52998224725', fullName: 'Ana Prado', birthDate: '1990-05-17' };

  test('opens for its owner alone, and under an older pepper', async () => {
    const sealed = await sealIdentity(PEPPER, 'ana', identity);
    expect(sealed).not.toContain('529');
    expect(await openIdentity(PEPPER, 'ana', sealed)).toEqual(identity);
    expect(await openIdentity(`${NEWER},${PEPPER}`, 'ana', sealed)).toEqual(identity);
    expect(await openIdentity(PEPPER, 'bea', sealed)).toBeNull();
    expect(await openIdentity(NEWER, 'ana', sealed)).toBeNull();
  });

  test('a number has one MAC under each pepper; another country, kind or number has another', () => {
    const cpf = { kind: 'cpf', country: 'BR', number: '52998224725' } as const;
    const { newest, older } = numberMacs(`${NEWER},${PEPPER}`, cpf);
    expect(older).toEqual([numberMacs(PEPPER, cpf).newest]);
    const others = [
      cpf,
      { ...cpf, kind: 'passport' } as const,
      { ...cpf, country: 'PT' },
      { ...cpf, number: '11144477735' },
    ].map((one) => numberMacs(NEWER, one).newest);
    expect(new Set(others).size).toBe(4);
    expect(others[0]).toBe(newest);
  });

  test('a paper opens with its own row alone', async () => {
    const bytes = new TextEncoder().encode('a picture');
    const of = { userId: 'ana', id: 'one' };
    const { sealed, sealedKey } = await sealDocument(PEPPER, of, bytes);
    const other = await sealDocument(PEPPER, { ...of, id: 'two' }, bytes);
    expect(Buffer.from(sealed).includes('a picture')).toBe(false);
    expect(await openDocument(PEPPER, { ...of, sealedKey }, sealed)).toEqual(bytes);
    expect(await openDocument(PEPPER, { ...of, id: 'two', sealedKey }, sealed)).toBeNull();
    expect(await openDocument(PEPPER, { ...of, sealedKey: other.sealedKey }, sealed)).toBeNull();
    expect(await openDocument(PEPPER, { userId: 'bea', id: 'one', sealedKey }, sealed)).toBeNull();
    expect(await openDocument(PEPPER, { ...of, sealedKey: '' }, sealed)).toBeNull();
    for (const bytesLeft of [0, 12, 13])
      expect(await openDocument(PEPPER, { ...of, sealedKey }, sealed.slice(0, bytesLeft))).toBeNull();
    sealed[20] = (sealed[20] ?? 0) ^ 1;
    expect(await openDocument(PEPPER, { ...of, sealedKey }, sealed)).toBeNull();
  });
});

describe('what may be bought for below level 2', () => {
  test.each([
    ['up to the sum', 0, 0, 185_185, 185_185, false],
    ['a cent beyond it', 0, 0, 185_186, 185_185, true],
    ['up to it together with what was bought', 1, 100_000, 85_185, 185_185, false],
    ['a cent beyond it together', 1, 100_000, 85_186, 185_185, true],
    ['beyond it at level 2', 2, 0, 185_186, 185_185, false],
    ['beyond it at level 3', 3, 0, 900_000_000, 185_185, false],
    ['a sale, which nothing bounds', 0, 0, 900_000_000, null, false],
  ] as const)('%s', (_what, level, boughtCents, totalCents, maxCents, isBeyond) => {
    expect(isBeyondRegister({ level, boughtCents }, totalCents, maxCents)).toBe(isBeyond);
  });

  test('is always worth less than R$ 10,000, and a cent more is not', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1_000, max: 200_000 }),
        fc.integer({ min: 0, max: 10_000_000 }),
        fc.integer({ min: 1, max: 10_000_000 }),
        (rate, boughtCents, totalCents) => {
          const isBeyond = isBeyondRegister({ level: 1, boughtCents }, totalCents, registerMaxCents(rate));
          expect(isBeyond).toBe((boughtCents + totalCents) * rate >= 10_000 * 1_000_000);
        },
      ),
    );
  });
});
