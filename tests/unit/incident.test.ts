// The rules of the operators' notice to visitors, by example, and that the days of a filter and the times of a field come back.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  incidentTextProblem,
  incidentTimesProblem,
  isShowing,
  normaliseIncidentText,
} from '../../worker/domain/incident.ts';
import { DAY_MS, HOUR_MS } from '../../worker/domain/time.ts';
import { dayRange, fieldOf, timeOf } from '../../web/features/operators/frame/field-times.ts';

test.each([
  ['Depósitos por PIX demoram hoje até as 18h.', null],
  ['  dez\n  letras ', null],
  ['nove let.', 'short'],
  ['x'.repeat(240), null],
  ['x'.repeat(241), 'long'],
  ['Depósitos \u202E hoje', 'characters'],
  ['Depósitos\u200B de hoje', 'characters'],
])('%j: %s', (text, problem) => {
  expect(incidentTextProblem(text)).toBe(problem);
});

test('a text is one line', () => {
  expect(normaliseIncidentText(' Um\n\n dois\ttrês ')).toBe('Um dois três');
});

const NOW = Date.UTC(2026, 10, 23, 12);
test.each([
  [0, HOUR_MS, null],
  [-HOUR_MS, HOUR_MS, null],
  [HOUR_MS, HOUR_MS, 'order'],
  [2 * HOUR_MS, HOUR_MS, 'order'],
  [Number.NaN, HOUR_MS, 'order'],
  [0, Number.NaN, 'order'],
  [-2 * HOUR_MS, 0, 'over'],
  [0, 14 * DAY_MS, null],
  [0, 14 * DAY_MS + 1, 'long'],
  [90 * DAY_MS, 91 * DAY_MS, null],
  [90 * DAY_MS + 1, 91 * DAY_MS, 'far'],
] as const)('from %d to %d after now: %s', (from, to, problem) => {
  expect(incidentTimesProblem({ startsAt: NOW + from, endsAt: NOW + to }, NOW)).toBe(problem);
});

test('it shows from its start on, and no longer at its end', () => {
  const times = { startsAt: NOW, endsAt: NOW + HOUR_MS };
  const at = [-1, 0, HOUR_MS - 1, HOUR_MS].map((ms) => isShowing(times, NOW + ms));
  expect(at).toEqual([false, true, true, false]);
});

test('a time goes into its field and comes back, to the minute', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 60_000_000 }), (minutes) => {
      const field = fieldOf(minutes * 60_000);
      expect(field).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/u);
      // An hour that a change of the clocks repeats has one name for two times.
      expect(fieldOf(timeOf(field))).toBe(field);
    }),
  );
  expect(timeOf('')).toBeNaN();
});

test('the days of a filter are both included; what is no day limits nothing', () => {
  const { from, until } = dayRange('2026-11-20', '2026-11-20');
  expect(from).toBe(new Date(2026, 10, 20).toISOString());
  expect(until).toBe(new Date(2026, 10, 21).toISOString());
  expect(dayRange('', 'ontem')).toEqual({});
  expect(dayRange('2026-02-31x', '2026-13-01')).toEqual({});
});
