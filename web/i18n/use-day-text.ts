import { useFormat } from './use-format.ts';

/** A day of a calendar (YYYY-MM-DD) in words: the same day wherever it is read, whatever the reader's clock says. */
export function useDayText(): (day: string) => string {
  const f = useFormat();
  return (day) => f.dateTime(`${day}T00:00:00.000Z`, 'dayMonthYear', 'UTC');
}
