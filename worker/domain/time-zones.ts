// Wall clocks of places, from the platform's time zone data. A wall clock is written as the epoch milliseconds that would
// show it in UTC: `Date.UTC(2026, 10, 21, 9)` is nine o'clock, wherever.

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    formats.set(timeZone, format);
  }
  return format;
}

/** The place's wall clock minus UTC, in ms, at a moment. */
export function zoneOffset(timeZone: string, at: number): number {
  const part: Record<string, number> = {};
  for (const { type, value } of formatOf(timeZone).formatToParts(at)) part[type] = Number(value);
  const wall = Date.UTC(
    part['year'] ?? 0,
    (part['month'] ?? 1) - 1,
    part['day'] ?? 1,
    part['hour'] ?? 0,
    part['minute'] ?? 0,
    part['second'] ?? 0,
  );
  return wall - Math.floor(at / 1000) * 1000;
}

/** What the place's wall clock shows at a moment. */
export function wallClock(timeZone: string, at: number): number {
  return at + zoneOffset(timeZone, at);
}

/**
 * The moment at which the place's wall clock shows `wall`. For the hour that a change of clocks skips or repeats the
 * answer is one of its sides; opening hours are never there.
 */
export function momentOf(timeZone: string, wall: number): number {
  const guess = wall - zoneOffset(timeZone, wall);
  return wall - zoneOffset(timeZone, guess);
}
