// Hours and next openings in the reader's words: weekdays by name, times as the language writes them.

import { dateTime } from '../../i18n/format.ts';
import { INTL_TAG } from '../../i18n/locale.ts';
import { useLocale, useMessages } from '../../i18n/use-messages.ts';
import contactMessages from '#messages/contact.json';
import type { HoursRow, Standing } from '../../../worker/domain/support-hours.ts';
import { wallClock } from '../../../worker/domain/time-zones.ts';
import { DAY_MS, MINUTE_MS } from '../../../worker/domain/time.ts';

export function useHoursWords() {
  const t = useMessages(contactMessages);
  const { days } = contactMessages.hours;
  const locale = useLocale();
  const time = (at: number, timeZone: string) => dateTime(locale, at, 'hour', timeZone);
  const dayName = (weekday: number) => days[weekday] ?? '';
  return {
    time,
    /** `segunda a sexta` */
    days: ({ first, last }: HoursRow) =>
      first === last ? dayName(first) : t('hours.range', { first: dayName(first), last: dayName(last) }),
    /** `08:00 às 20:00`, or that it is closed. */
    hours({ hours }: HoursRow): string {
      if (hours === null) return t('hours.closed');
      const shown = (minute: number) => time(minute * MINUTE_MS, 'UTC');
      const span = { opens: shown(hours.opens), closes: shown(hours.closes) };
      return hours.nextDay ? t('hours.spanNextDay', span) : t('hours.span', span);
    },
    /** Until when it is open, or when it opens, on the reader's clock. */
    next(standing: Standing, timeZone: string, now: number): string {
      if (standing.open) return t('hours.until', { time: time(standing.closesAt, timeZone) });
      const { opensAt } = standing;
      const dayOf = (at: number) => Math.floor(wallClock(timeZone, at) / DAY_MS);
      if (dayOf(opensAt) === dayOf(now)) return t('hours.opensToday', { time: time(opensAt, timeZone) });
      const weekday = new Date(wallClock(timeZone, opensAt)).getUTCDay();
      return t('hours.opensOn', { day: dayName(weekday), time: time(opensAt, timeZone) });
    },
    /** `Horário de Brasília`; the zone's own name where the browser knows no other. */
    zone(timeZone: string, at: number): string {
      const named = new Intl.DateTimeFormat(INTL_TAG[locale], {
        timeZone,
        timeZoneName: 'longGeneric',
      }).formatToParts(at);
      return named.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
    },
  };
}
