// Which bulletin holds for a day, and which is not believed.

import { describe, expect, test } from 'vitest';
import { addDays, brasiliaDay, daysBetween, startOfDay } from '../../../worker/domain/brasilia.ts';
import {
  type Bulletin,
  bulletinsOf,
  DAYS_WITHOUT_BULLETIN,
  doubtAbout,
  type PtaxDay,
} from '../../../worker/domain/tax/ptax.ts';

const bulletin = (day: string, sellE4 = 53_451, buyE4 = 53_445): Bulletin => ({
  day,
  buyE4,
  sellE4,
  publishedAt: startOfDay(day),
});
const read = (day: string, over: Partial<PtaxDay> = {}): PtaxDay => ({
  day,
  bulletin: bulletin(day),
  isCertain: false,
  isHeld: false,
  ...over,
});
const none = (day: string, over: Partial<PtaxDay> = {}) => read(day, { bulletin: null, ...over });

describe('days of Brasília', () => {
  test('midnight is at 03:00 UTC', () => {
    expect(brasiliaDay(Date.parse('2026-01-01T02:59:59.999Z'))).toBe('2025-12-31');
    expect(brasiliaDay(Date.parse('2026-01-01T03:00:00Z'))).toBe('2026-01-01');
    expect(startOfDay('2026-01-01')).toBe(Date.parse('2026-01-01T03:00:00Z'));
    expect(addDays('2028-02-28', 2)).toBe('2028-03-01');
    expect(daysBetween('2025-12-31', '2026-03-01')).toBe(60);
  });
});

describe('the bulletin of a day', () => {
  // Friday, 6 March 2026.
  const FRIDAY = [read('2026-03-06'), none('2026-03-07'), none('2026-03-08')];

  test('is its own, and of a weekend the one before', () => {
    const of = bulletinsOf(FRIDAY);
    expect(of('2026-03-06')?.day).toBe('2026-03-06');
    expect(of('2026-03-07')?.day).toBe('2026-03-06');
    expect(of('2026-03-08')?.day).toBe('2026-03-06');
  });

  test('is unknown where the day is not stored, and never guessed from the day before', () => {
    expect(bulletinsOf(FRIDAY)('2026-03-09')).toBeNull();
    expect(bulletinsOf([FRIDAY[0] ?? none(''), none('2026-03-08')])('2026-03-08')).toBeNull();
    expect(bulletinsOf([none('2026-03-07')])('2026-03-07')).toBeNull();
    expect(bulletinsOf([])('2026-03-07')).toBeNull();
  });

  test('a working day without one is believed once a second reading has said so', () => {
    expect(bulletinsOf([...FRIDAY, none('2026-03-09')])('2026-03-09')).toBeNull();
    expect(bulletinsOf([...FRIDAY, none('2026-03-09', { isCertain: true })])('2026-03-09')?.day).toBe(
      '2026-03-06',
    );
  });

  test('what waits for an operator counts for nothing, nor does a day that leans on it', () => {
    const of = bulletinsOf([read('2026-03-05'), read('2026-03-06', { isHeld: true }), none('2026-03-07')]);
    expect(of('2026-03-06')).toBeNull();
    expect(of('2026-03-07')).toBeNull();
  });

  test('a row of days without one ends: that is a fault and no feast', () => {
    const empty = Array.from({ length: 9 }, (_, index) =>
      none(addDays('2026-03-07', index), { isCertain: true }),
    );
    const of = bulletinsOf([read('2026-03-06'), ...empty]);
    expect(of(addDays('2026-03-06', DAYS_WITHOUT_BULLETIN))?.day).toBe('2026-03-06');
    expect(of(addDays('2026-03-06', DAYS_WITHOUT_BULLETIN + 1))).toBeNull();
  });

  test('the order in which they are read does not matter', () => {
    expect(bulletinsOf(FRIDAY.toReversed())('2026-03-08')?.day).toBe('2026-03-06');
  });
});

describe('doubt', () => {
  test.each([
    ['sell under buy', bulletin('2026-03-06', 53_444, 53_445)],
    ['zero', bulletin('2026-03-06', 0, 0)],
    ['a tenth', bulletin('2026-03-06', 5_345, 5_344)],
    ['ten times the day before', bulletin('2026-03-06', 534_510, 534_450)],
    ['a jump of more than a tenth', bulletin('2026-03-06', 58_797, 58_790)],
  ])('%s', (_, doubtful) => {
    expect(doubtAbout(doubtful, bulletin('2026-03-05'))).toBe('implausible');
  });

  test('the first of all is doubted by itself', () => {
    expect(doubtAbout(bulletin('2026-03-06', 10_000, 9_999), null)).toBe('implausible');
    expect(doubtAbout(bulletin('2026-03-06', 300_001, 300_000), null)).toBe('implausible');
    expect(doubtAbout(bulletin('2026-03-06', 53_444, 53_445), null)).toBe('implausible');
  });

  test('a day like the one before is believed, and the first of all', () => {
    expect(doubtAbout(bulletin('2026-03-06', 54_000, 53_994), bulletin('2026-03-05'))).toBeNull();
    expect(doubtAbout(bulletin('2026-03-06'), null)).toBeNull();
    expect(doubtAbout(bulletin('2026-03-06', 10_000, 10_000), null)).toBeNull();
    expect(doubtAbout(bulletin('2026-03-06', 300_000, 300_000), null)).toBeNull();
  });
});
