import { useFormat } from '../../../i18n/use-format.ts';

/** A day of Brasília's calendar, whatever the reader's clock says. */
export function useDayText(): (day: string) => string {
  const f = useFormat();
  return (day) => f.dateTime(`${day}T12:00:00Z`, 'dayMonthYear', 'UTC');
}
