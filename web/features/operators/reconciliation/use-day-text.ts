import { useFormat } from '../../../i18n/use-format.ts';

/** A day of a bank in words, wherever it is read. */
export function useDayText(): (day: string) => string {
  const f = useFormat();
  return (day) => f.dateTime(`${day}T00:00:00.000Z`, 'dayMonthYear', 'UTC');
}
