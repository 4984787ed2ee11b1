import { useFormat } from '../../../i18n/use-format.ts';

/** A day of the closes in words: it is a day in UTC, wherever it is read. */
export function useDayText(): (day: string) => string {
  const f = useFormat();
  return (day) => f.dateTime(`${day}T00:00:00.000Z`, 'dayMonthYear', 'UTC');
}
