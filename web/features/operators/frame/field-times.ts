// What date fields hold, which is of this device's time zone, and what the server takes: instants.

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

const pad = (n: number) => String(n).padStart(2, '0');

/** The value of a date-and-time field: 2026-11-23T14:30. */
export function fieldOf(at: number): string {
  const date = new Date(at);
  const day = [date.getFullYear(), date.getMonth() + 1, date.getDate()].map(pad).join('-');
  return `${day}T${pad(date.getHours())}:${pad(date.getMinutes())}`;
}

/** Epoch milliseconds; NaN for what is no time. */
export function timeOf(field: string): number {
  return field === '' ? Number.NaN : new Date(field).getTime();
}
