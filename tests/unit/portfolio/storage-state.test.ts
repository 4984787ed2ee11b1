// What the dashboard says about the storage fee, day by day of somebody's time with us.

import { expect, test } from 'vitest';
import { projectedCents, storageState } from '../../../web/features/trading/storage-state.ts';
import type { StorageReport } from '../../../worker/contract/storage.ts';

const TARIFF = {
  fromDay: '2026-10-01',
  announcedAt: '2026-08-20T12:00:00.000Z',
  freeDays: 365,
  aboveCents: 1_000_000,
  centDaysPerCent: 73_000,
};
const REPORT: StorageReport = {
  tariff: TARIFF,
  freeUntil: '2026-09-12',
  owedCents: 0,
  month: '2026-11',
  closedTo: '2026-11-12',
  days: [],
  unmarked: [],
  centDays: 0,
  carriedIn: 61_000,
  dueCents: 0,
  carriedOut: 61_000,
  counted: null,
  months: [],
};
/** 40,000.00 above on each of so many days. */
const counted = (days: number): StorageReport => ({
  ...REPORT,
  days: Array.from({ length: days }, (_, index) => ({
    day: `2026-11-${String(index + 1).padStart(2, '0')}`,
    valueCents: 5_000_000,
    excessCents: 4_000_000,
  })),
  centDays: days * 4_000_000,
  dueCents: Math.floor((61_000 + days * 4_000_000) / 73_000),
});
const TODAY = '2026-11-13';

test('nothing before a tariff, and nothing to who never bought', () => {
  expect(storageState({ ...REPORT, tariff: null }, TODAY)).toEqual({ say: 'nothing' });
  expect(storageState({ ...REPORT, freeUntil: null }, TODAY)).toEqual({ say: 'nothing' });
});

test('an announced fee says from when, and until when the free year goes on', () => {
  const later = { ...REPORT, tariff: { ...TARIFF, fromDay: '2026-12-24' } };
  expect(storageState(later, TODAY)).toEqual({ say: 'announced', from: '2026-12-24', freeUntil: null });
  expect(storageState({ ...later, freeUntil: '2026-12-24' }, TODAY)).toMatchObject({
    freeUntil: '2026-12-24',
  });
});

test('the last free day is still free', () => {
  const free = { ...REPORT, freeUntil: TODAY };
  expect(storageState(free, TODAY)).toEqual({ say: 'free', until: TODAY });
  expect(storageState(free, '2026-11-14')).toEqual({ say: 'below' });
});

test('days that count are projected to the end of the month at the value of the last close', () => {
  // 12 days are 6.58, 30 days 16.44.
  expect(storageState(counted(12), TODAY)).toEqual({
    say: 'counts',
    days: 12,
    dueCents: 658,
    projectedCents: 1_644,
  });
});

test('who was below the bound at the last close adds nothing more', () => {
  expect(projectedCents({ ...counted(11), closedTo: '2026-11-12' })).toBe(603);
  expect(projectedCents({ ...counted(0), closedTo: null })).toBe(0);
});
