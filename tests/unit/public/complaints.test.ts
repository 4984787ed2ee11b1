// The number of a complaint and its deadline in business days of Brazil.

import { expect, test } from 'vitest';
import { easterOf, endOfBusinessDay, isBusinessDay } from '../../../worker/domain/business-days.ts';
import { complaintOf } from '../../../worker/domain/complaints.ts';
import { DAY_MS } from '../../../worker/domain/time.ts';

const day = (text: string) => Date.parse(`${text}T00:00:00Z`);
const inBrasilia = (text: string) => Date.parse(`${text}-03:00`);

// The earliest and the latest there are, the years that the rule has exceptions for, and turns of centuries.
test.each([
  '1598-03-22',
  '1700-04-11',
  '1818-03-22',
  '1886-04-25',
  '1900-04-15',
  '1943-04-25',
  '1954-04-18',
  '1981-04-19',
  '2000-04-23',
  '2008-03-23',
  '2011-04-24',
  '2019-04-21',
  '2024-03-31',
  '2025-04-20',
  '2026-04-05',
  '2027-03-28',
  '2038-04-25',
  '2049-04-18',
  '2076-04-19',
  '2100-03-28',
  '2200-04-06',
  '2285-03-22',
  '2300-04-08',
  '2400-04-16',
])('Easter is on %s', (text) => {
  expect(easterOf(Number(text.slice(0, 4)))).toBe(day(text));
});

test('Easter is a Sunday from 22 March to 25 April, in every year', () => {
  for (let year = 1_900; year <= 2_200; year += 1) {
    const easter = easterOf(year);
    expect(new Date(easter).getUTCDay()).toBe(0);
    expect(easter).toBeGreaterThanOrEqual(Date.UTC(year, 2, 22));
    expect(easter).toBeLessThanOrEqual(Date.UTC(year, 3, 25));
  }
});

test.each([
  ['2026-11-23', true, 'a Monday'],
  ['2026-11-21', false, 'a Saturday'],
  ['2026-11-22', false, 'a Sunday'],
  ['2026-01-01', false, 'New Year'],
  ['2026-02-16', false, 'Carnival, Monday'],
  ['2026-02-17', false, 'Carnival, Tuesday'],
  ['2026-02-18', true, 'Ash Wednesday'],
  ['2026-04-03', false, 'Good Friday'],
  ['2026-04-21', false, 'Tiradentes'],
  ['2026-05-01', false, 'Labour Day'],
  ['2026-06-04', false, 'Corpus Christi'],
  ['2026-09-07', false, 'Independence'],
  ['2026-10-12', false, 'Aparecida'],
  ['2026-11-02', false, 'All Souls'],
  ['2027-11-15', false, 'the Republic'],
  ['2026-11-20', false, 'Zumbi'],
  ['2026-12-25', false, 'Christmas'],
  ['2026-12-24', true, 'the day before Christmas'],
  ['2026-02-13', true, 'the Friday before Carnival'],
  ['2026-04-07', true, 'two days after Easter'],
  ['2026-05-22', true, '47 days after Easter'],
])('%s is a business day: %s (%s)', (text, expected) => {
  expect(isBusinessDay(day(text))).toBe(expected);
});

test.each([
  ['a Monday in a plain week', '2026-11-23T10:00', '2026-11-30T23:59'],
  ['the first minute of a day in Brasília', '2026-11-24T00:00', '2026-12-01T23:59'],
  ['the last minute of the day before, a new day in UTC', '2026-11-23T23:59', '2026-11-30T23:59'],
  ['a Saturday', '2026-11-21T12:00', '2026-11-27T23:59'],
  ['a Friday before Carnival', '2026-02-13T12:00', '2026-02-24T23:59'],
  ['the day before Good Friday, with Tiradentes in between', '2025-04-17T12:00', '2025-04-28T23:59'],
  ['across Christmas and New Year', '2026-12-23T12:00', '2026-12-31T23:59'],
  ['across New Year', '2026-12-28T12:00', '2027-01-05T23:59'],
])('what comes on %s has its end after five business days', (_, from, end) => {
  expect(new Date(endOfBusinessDay(inBrasilia(from), 5)).toISOString()).toBe(
    new Date(inBrasilia(end)).toISOString(),
  );
});

test('no business days end with the day itself', () => {
  expect(endOfBusinessDay(inBrasilia('2026-11-21T12:00'), 0)).toBe(inBrasilia('2026-11-21T23:59'));
});

test('for every moment of three years there are five business days until the end, and the end is one', () => {
  for (let at = Date.UTC(2026, 0, 1, 5, 17); at < Date.UTC(2029, 0, 1); at += 0.7 * DAY_MS) {
    const end = endOfBusinessDay(at, 5);
    const from = Math.floor((at - 3 * 3_600_000) / DAY_MS) * DAY_MS;
    const last = Math.floor((end - 3 * 3_600_000) / DAY_MS) * DAY_MS;
    let count = 0;
    for (let one = from + DAY_MS; one <= last; one += DAY_MS) count += isBusinessDay(one) ? 1 : 0;
    expect([count, isBusinessDay(last)]).toEqual([5, true]);
  }
});

test('a number is the day in Brasília and five digits, the same for the same complaint', () => {
  const at = inBrasilia('2026-11-23T23:30');
  const id = '01890a5d-ac96-774b-bcce-b302099a8057';
  const { number } = complaintOf(id, at);
  expect(number).toMatch(/^20261123-\d{5}$/u);
  expect(complaintOf(id, at)).toEqual(complaintOf(id, at));
  expect(number).toBe('20261123-26839');
  const many = new Set(Array.from({ length: 200 }, () => complaintOf(crypto.randomUUID(), at).number));
  expect(many.size).toBeGreaterThan(190);
});
