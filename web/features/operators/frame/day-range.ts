// The days of a list's filter as the server takes them: instants, with the beginning and without the end.

type Range = { readonly from?: string; readonly until?: string };

/** Days as a date field has them (2026-11-23), of this device's time zone, both included; what is no day limits nothing. */
export function dayRange(from: string, until: string): Range {
  const first = startOf(from);
  const last = startOf(until);
  // The day after, which is not always 24 hours later.
  last?.setDate(last.getDate() + 1);
  return {
    ...(first === null ? {} : { from: first.toISOString() }),
    ...(last === null ? {} : { until: last.toISOString() }),
  };
}

function startOf(day: string): Date | null {
  if (!/^\d{4}-\d{2}-\d{2}$/u.test(day)) return null;
  const start = new Date(`${day}T00:00:00`);
  return Number.isNaN(start.getTime()) ? null : start;
}
