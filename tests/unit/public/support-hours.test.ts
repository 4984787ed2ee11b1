import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Hours,
  OFFICES,
  type Schedule,
  openingStateAt,
  SUPPORT,
  weekIn,
  weekOf,
} from '../../../worker/domain/support-hours.ts';
import { momentOf, wallClock, zoneOffset } from '../../../worker/domain/time-zones.ts';
import { runs } from '../../support/deep.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const { newYork, london, singapore } = OFFICES;
const SCHEDULES: readonly Schedule[] = [SUPPORT, newYork, london, singapore];
const moment = fc.integer({ min: Date.UTC(2024, 0), max: Date.UTC(2031, 0) });
const anySchedule = fc.constantFrom(...SCHEDULES);
const OPENS = (iso: string) => ({ open: false, opensAt: Date.parse(iso) });
const CLOSES = (iso: string) => ({ open: true, closesAt: Date.parse(iso) });

/** Clocks: New York 2026-03-08 and 2026-11-01, London 2026-03-29 and 2026-10-25; Singapore never. */
const EXAMPLES: readonly (readonly [what: string, schedule: Schedule, at: string, standing: object])[] = [
  ['Wednesday, a second before eight', SUPPORT, '2026-01-14T12:59:59Z', OPENS('2026-01-14T13:00:00Z')],
  ['Wednesday at eight', SUPPORT, '2026-01-14T13:00:00Z', CLOSES('2026-01-15T01:00:00Z')],
  ['Wednesday, a second before twenty', SUPPORT, '2026-01-15T00:59:59Z', CLOSES('2026-01-15T01:00:00Z')],
  ['Wednesday at twenty', SUPPORT, '2026-01-15T01:00:00Z', OPENS('2026-01-15T13:00:00Z')],
  ['Friday night', SUPPORT, '2026-01-17T02:00:00Z', OPENS('2026-01-17T15:00:00Z')],
  ['Saturday noon', SUPPORT, '2026-01-17T17:00:00Z', CLOSES('2026-01-17T21:00:00Z')],
  ['Saturday at sixteen', SUPPORT, '2026-01-17T21:00:00Z', OPENS('2026-01-19T13:00:00Z')],
  ['Sunday', SUPPORT, '2026-01-18T17:00:00Z', OPENS('2026-01-19T13:00:00Z')],
  ['the Saturday before spring', SUPPORT, '2026-03-07T16:00:00Z', CLOSES('2026-03-07T21:00:00Z')],
  ['the Sunday New York springs forward', SUPPORT, '2026-03-08T12:00:00Z', OPENS('2026-03-09T12:00:00Z')],
  ['the Monday after it', SUPPORT, '2026-03-09T12:00:00Z', CLOSES('2026-03-10T00:00:00Z')],
  ['the Saturday before autumn', SUPPORT, '2026-10-31T20:00:00Z', OPENS('2026-11-02T13:00:00Z')],
  ['the Sunday New York falls back', SUPPORT, '2026-11-01T05:30:00Z', OPENS('2026-11-02T13:00:00Z')],
  [
    'New Year in New York, still the old year there',
    SUPPORT,
    '2027-01-01T00:30:00Z',
    CLOSES('2027-01-01T01:00:00Z'),
  ],
  ['New York office at nine in summer', newYork, '2026-07-01T13:00:00Z', CLOSES('2026-07-01T22:00:00Z')],
  ['New York office at nine in winter', newYork, '2026-12-01T14:00:00Z', CLOSES('2026-12-01T23:00:00Z')],
  ['London office at nine in winter', london, '2026-01-14T09:00:00Z', CLOSES('2026-01-14T18:00:00Z')],
  [
    'London office, Friday evening before spring',
    london,
    '2026-03-27T18:00:00Z',
    OPENS('2026-03-30T08:00:00Z'),
  ],
  ['London office at nine in summer', london, '2026-07-01T08:00:00Z', CLOSES('2026-07-01T17:00:00Z')],
  [
    'London office, Friday evening before autumn',
    london,
    '2026-10-23T17:00:00Z',
    OPENS('2026-10-26T09:00:00Z'),
  ],
  ['Singapore office, Monday at nine', singapore, '2026-03-09T01:00:00Z', CLOSES('2026-03-09T10:00:00Z')],
  ['Singapore office, Friday at eighteen', singapore, '2026-11-20T10:00:00Z', OPENS('2026-11-23T01:00:00Z')],
];

test.each(EXAMPLES)('%s', (_what, schedule, at, standing) => {
  expect(openingStateAt(schedule, Date.parse(at))).toEqual(standing);
});

const WEDNESDAYS: Schedule = {
  timeZone: 'Europe/London',
  days: [null, null, null, { opens: 540, closes: 1_020 }, null, null, null],
};

test.each([
  ['before it opens', '2026-01-14T08:59:59Z', OPENS('2026-01-14T09:00:00Z')],
  ['when it closes', '2026-01-14T17:00:00Z', OPENS('2026-01-21T09:00:00Z')],
  ['the day after', '2026-01-15T00:00:00Z', OPENS('2026-01-21T09:00:00Z')],
])('what opens once a week opens again a week later: %s', (_, at, standing) => {
  expect(openingStateAt(WEDNESDAYS, Date.parse(at))).toEqual(standing);
});

test('a schedule that never opens is none', () => {
  const never: Schedule = { ...WEDNESDAYS, days: [null, null, null, null, null, null, null] };
  expect(() => openingStateAt(never, 0)).toThrow('opens at least once a week');
});

test('the hours of the specification, in New York', () => {
  const [weekdays, saturday, sunday] = weekOf(SUPPORT);
  expect(weekdays).toEqual({ first: 1, last: 5, hours: { opens: 480, closes: 1_200, nextDay: false } });
  expect(saturday).toEqual({ first: 6, last: 6, hours: { opens: 600, closes: 960, nextDay: false } });
  expect(sunday).toEqual({ first: 0, last: 0, hours: null });
  for (const office of [newYork, london, singapore])
    expect(weekOf(office)).toEqual([
      { first: 1, last: 5, hours: { opens: 540, closes: 1_080, nextDay: false } },
      { first: 6, last: 0, hours: null },
    ]);
});

test('days that open or close at another time stand apart', () => {
  const [a, b, c] = [
    { opens: 540, closes: 1_020 },
    { opens: 600, closes: 1_020 },
    { opens: 600, closes: 1_080 },
  ];
  const rows = weekOf({ timeZone: 'Europe/London', days: [null, a, b, c, c, null, a] });
  expect(rows.map(({ first, last }) => [first, last])).toEqual([
    [1, 1],
    [2, 2],
    [3, 4],
    [5, 5],
    [6, 6],
    [0, 0],
  ]);
});

const WINTER = Date.parse('2026-01-14T15:00:00Z');
const SUMMER = Date.parse('2026-07-15T15:00:00Z');

test.each([
  ['New York itself', 'America/New_York', WINTER, weekOf(SUPPORT)],
  [
    'São Paulo in the northern winter',
    'America/Sao_Paulo',
    WINTER,
    [
      { first: 1, last: 5, hours: { opens: 600, closes: 1_320, nextDay: false } },
      { first: 6, last: 6, hours: { opens: 720, closes: 1_080, nextDay: false } },
      { first: 0, last: 0, hours: null },
    ],
  ],
  [
    'São Paulo in the northern summer',
    'America/Sao_Paulo',
    SUMMER,
    [
      { first: 1, last: 5, hours: { opens: 540, closes: 1_260, nextDay: false } },
      { first: 6, last: 6, hours: { opens: 660, closes: 1_020, nextDay: false } },
      { first: 0, last: 0, hours: null },
    ],
  ],
  [
    'Tokyo, where it ends the morning after',
    'Asia/Tokyo',
    WINTER,
    [
      { first: 1, last: 5, hours: { opens: 1_320, closes: 600, nextDay: true } },
      { first: 0, last: 0, hours: { opens: 0, closes: 360, nextDay: false } },
    ],
  ],
  [
    'Auckland, a day ahead',
    'Pacific/Auckland',
    WINTER,
    [
      { first: 1, last: 1, hours: null },
      { first: 2, last: 6, hours: { opens: 120, closes: 840, nextDay: false } },
      { first: 0, last: 0, hours: { opens: 240, closes: 600, nextDay: false } },
    ],
  ],
])('the same hours in %s', (_place, timeZone, at, rows) => {
  expect(weekIn(SUPPORT, timeZone, at)).toEqual(rows);
});

test('a closed Sunday and Monday are one row, after the others', () => {
  expect(weekIn(newYork, 'Pacific/Auckland', WINTER)).toEqual([
    { first: 2, last: 6, hours: { opens: 180, closes: 720, nextDay: false } },
    { first: 0, last: 1, hours: null },
  ]);
});

test('what closes at midnight reaches into no other day', () => {
  expect(weekIn(london, 'Asia/Dhaka', WINTER)).toEqual([
    { first: 1, last: 5, hours: { opens: 900, closes: 0, nextDay: true } },
    { first: 6, last: 0, hours: null },
  ]);
});

describe('a night that reaches into a closed day', () => {
  // Noon to eight in the evening in London is nine in the evening to five in the morning in Tokyo.
  const [day, other] = [
    { opens: 720, closes: 1_200 },
    { opens: 780, closes: 1_200 },
  ];
  const nights = { opens: 1_260, closes: 300, nextDay: true };
  const others = { opens: 1_320, closes: 300, nextDay: true };

  test('of a Monday: Sunday and Tuesday are not one row', () => {
    const week: Schedule = { timeZone: 'Europe/London', days: [day, null, day, day, other, day, day] };
    expect(weekIn(week, 'Asia/Tokyo', WINTER)).toEqual([
      { first: 2, last: 3, hours: nights },
      { first: 4, last: 4, hours: others },
      { first: 5, last: 0, hours: nights },
    ]);
  });

  test('of a Sunday: Saturday and Monday are not one row', () => {
    const week: Schedule = { timeZone: 'Europe/London', days: [null, day, day, other, day, day, day] };
    expect(weekIn(week, 'Asia/Tokyo', WINTER)).toEqual([
      { first: 1, last: 2, hours: nights },
      { first: 3, last: 3, hours: others },
      { first: 4, last: 6, hours: nights },
    ]);
  });
});

test('hours that begin on a Sunday evening are one row', () => {
  const inSaoPaulo = weekIn(singapore, 'America/Sao_Paulo', WINTER);
  expect(inSaoPaulo[0]).toEqual({ first: 0, last: 4, hours: { opens: 1_320, closes: 420, nextDay: true } });
  // Friday belongs to the night that began on Thursday.
  expect(inSaoPaulo.slice(1)).toEqual([{ first: 6, last: 6, hours: null }]);
});

test('wherever one reads, every weekday stands once at most, and the hours add up to the same', () => {
  const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
  fc.assert(
    fc.property(anySchedule, zones, moment, (own, timeZone, at) => {
      const rows = weekIn(own, timeZone, at);
      const weekdays = rows.flatMap(({ first, last }) => weekdaysBetween(first, last));
      expect(new Set(weekdays).size).toBe(weekdays.length);
      const open = rows.reduce((sum, { first, last, hours }) => {
        if (hours === null) return sum;
        const minutes = hours.closes - hours.opens + (hours.nextDay ? 1_440 : 0);
        return sum + weekdaysBetween(first, last).length * minutes;
      }, 0);
      const inItsPlace = own.days.reduce((sum, day) => sum + (day === null ? 0 : day.closes - day.opens), 0);
      // A change of clocks of the reader's while it is open moves an hour; nothing else may.
      expect(Math.abs(open - inItsPlace)).toBeLessThanOrEqual(60);
    }),
    { numRuns: runs(300) },
  );
});

function weekdaysBetween(first: number, last: number): number[] {
  return Array.from({ length: ((last - first + 7) % 7) + 1 }, (_, i) => (first + i) % 7);
}

test('in the week of a change of clocks the days before and after it are told apart', () => {
  // Wednesday; New York's clocks go back on Sunday, São Paulo's stay: the coming Monday and Tuesday are an hour later.
  const rows = weekIn(SUPPORT, 'America/Sao_Paulo', Date.parse('2026-10-28T15:00:00Z'));
  expect(rows.map(({ first, last, hours }) => [first, last, hours?.opens ?? null])).toEqual([
    [1, 2, 600],
    [3, 5, 540],
    [6, 6, 660],
    [0, 0, null],
  ]);
});

test('and so are the days on which an office stays closed', () => {
  expect(weekIn(newYork, 'America/Sao_Paulo', Date.parse('2026-10-28T15:00:00Z'))).toEqual([
    { first: 1, last: 2, hours: { opens: 660, closes: 1_200, nextDay: false } },
    { first: 3, last: 5, hours: { opens: 600, closes: 1_140, nextDay: false } },
    { first: 6, last: 0, hours: null },
  ]);
});

test('a change of clocks that carries an opening over midnight leaves one opening to a day', () => {
  // Hobart's clocks go forward on Sunday: New York's nine o'clock is 23:00 there before it, midnight after it.
  const week: Schedule = { timeZone: 'America/New_York', days: fill({ opens: 540, closes: 1_000 }) };
  // All of them by the difference of today: 14 hours.
  expect(weekIn(week, 'Australia/Hobart', Date.parse('2026-09-30T12:00:00Z'))).toEqual([
    { first: 1, last: 0, hours: { opens: 1_380, closes: 400, nextDay: true } },
  ]);
});

function fill(day: Hours): Schedule['days'] {
  return [day, day, day, day, day, day, day];
}

/** What a clock on the wall there says, from Intl alone. */
function isOpenByTheClock({ timeZone, days }: Schedule, at: number): boolean {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(at);
  const part = (type: string) => parts.find((p) => p.type === type)?.value ?? '';
  const weekday = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'].indexOf(part('weekday'));
  const own = days[weekday] ?? null;
  const minute = Number(part('hour')) * 60 + Number(part('minute'));
  return own !== null && minute >= own.opens && minute < own.closes;
}

test('open or closed is what the clock on the wall there says, and the next change is the next one', () => {
  fc.assert(
    fc.property(anySchedule, moment, (own, at) => {
      const standing = openingStateAt(own, at);
      expect(standing.open).toBe(isOpenByTheClock(own, at));
      const change = standing.open ? standing.closesAt : standing.opensAt;
      expect(change).toBeGreaterThan(at);
      expect(change - at).toBeLessThan(4 * DAY);
      expect(isOpenByTheClock(own, change)).toBe(!standing.open);
      expect(isOpenByTheClock(own, change - 1)).toBe(standing.open);
      // Nothing changes in between: three moments on the way.
      for (const share of [0.25, 0.5, 0.75]) {
        expect(isOpenByTheClock(own, at + (change - 1 - at) * share)).toBe(standing.open);
      }
    }),
    { numRuns: runs(300) },
  );
});

test.each([
  ['America/Sao_Paulo', '2026-01-14T12:00:00.789Z', -180],
  ['Asia/Kolkata', '2026-01-14T12:00:00.001Z', 330],
  ['America/New_York', '2026-11-01T05:59:59.999Z', -240],
  ['America/New_York', '2026-11-01T06:00:00.000Z', -300],
  ['Pacific/Auckland', '2026-12-31T23:59:59.999Z', 780],
])('the clock of %s at %s is %d minutes from UTC', (zone, at, minutes) => {
  expect(zoneOffset(zone, Date.parse(at))).toBe(minutes * MINUTE);
});

test('a moment after a change of clocks has the new difference', () => {
  const wall = Date.parse('2026-03-08T04:00:00Z');
  expect(momentOf('America/New_York', wall)).toBe(Date.parse('2026-03-08T08:00:00Z'));
});

test('a wall clock and its moment belong together, away from a change of clocks', () => {
  const zone = fc.constantFrom('America/New_York', 'Europe/London', 'Asia/Singapore', 'America/Sao_Paulo');
  fc.assert(
    fc.property(zone, moment, (timeZone, at) => {
      const second = Math.floor(at / 1_000) * 1_000;
      const wall = wallClock(timeZone, second);
      const hour = new Date(wall).getUTCHours();
      fc.pre(hour > 3 && hour < 23);
      expect(momentOf(timeZone, wall)).toBe(second);
    }),
  );
});
