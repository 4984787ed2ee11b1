// Support and office hours: in New York's time in the prerendered page, then in the user's time zone.

import { useLocale, useMessages } from '../../i18n/use-messages.ts';
import contactMessages from '#messages/contact.json';
import {
  type HoursRow,
  type OfficeName,
  OFFICES,
  type OpeningState,
  openingStateAt,
  SUPPORT,
  weekIn,
  weekOf,
} from '../../../worker/domain/support-hours.ts';
import { useHydrated } from '../../i18n/use-hydrated.ts';
import { useNow } from '../../live/use-now.ts';
import { dateTime } from '../../i18n/format.ts';
import { INTL_TAG } from '../../i18n/locale.ts';
import { wallClock } from '../../../worker/domain/time-zones.ts';
import { DAY_MS, MINUTE_MS } from '../../../worker/domain/time.ts';
import { Badge } from '../../ui/badge.tsx';

/** Open and closed change on the minute; a quarter of a minute late is not noticeable. */
const TICK_MS = 15_000;

/** The user's time zone and the time; null during hydration, since the prerendered page knows neither. */
function useClock(): { readonly timeZone: string; readonly now: number } | null {
  const hydrated = useHydrated();
  const now = useNow(TICK_MS);
  return hydrated ? { timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone, now } : null;
}

/** Hours and next openings as text: weekdays by name, times as the language writes them. */
function useHoursText() {
  const t = useMessages(contactMessages);
  const { days } = contactMessages.hours;
  const locale = useLocale();
  const time = (at: number, timeZone: string) => dateTime(locale, at, 'time', timeZone);
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
    /** Until when it is open, or when it opens, in the user's time zone. */
    next(state: OpeningState, timeZone: string, now: number): string {
      if (state.open) return t('hours.until', { time: time(state.closesAt, timeZone) });
      const { opensAt } = state;
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

type OpeningLineProps = {
  readonly state: OpeningState | null;
  readonly clock: ReturnType<typeof useClock>;
};

/** Open or closed now, and the next change. Keeps its height while the state is unknown. */
function OpeningLine({ state, clock }: OpeningLineProps) {
  const t = useMessages(contactMessages);
  const text = useHoursText();
  return (
    <p className="standing">
      {state !== null && clock !== null && (
        <>
          <Badge tone={state.open ? 'live' : 'closed'}>
            {state.open ? t('hours.openNow') : t('hours.closedNow')}
          </Badge>
          <span>{text.next(state, clock.timeZone, clock.now)}</span>
        </>
      )}
    </p>
  );
}

export function SupportHours() {
  const t = useMessages(contactMessages);
  const text = useHoursText();
  const clock = useClock();
  const rows = clock === null ? weekOf(SUPPORT) : weekIn(SUPPORT, clock.timeZone, clock.now);
  const zone =
    clock === null ? t('hours.there') : t('hours.here', { zone: text.zone(clock.timeZone, clock.now) });
  return (
    <section className="hours" aria-labelledby="hours-title">
      <h3 id="hours-title">{t('hours.title')}</h3>
      <OpeningLine state={clock === null ? null : openingStateAt(SUPPORT, clock.now)} clock={clock} />
      <dl className="hours-rows">
        {rows.map((row) => (
          <div key={`${row.first}-${row.last}`}>
            <dt>{text.days(row)}</dt>
            <dd className="num">{text.hours(row)}</dd>
          </div>
        ))}
      </dl>
      <p className="small quiet">{zone}</p>
    </section>
  );
}

/** One office: its hours in its own time zone and in the user's, the time there, open or closed now. */
export function OfficeCard({ name }: { readonly name: OfficeName }) {
  const t = useMessages(contactMessages);
  const text = useHoursText();
  const clock = useClock();
  const office = OFFICES[name];
  const [there] = weekOf(office);
  const here =
    clock === null ? null : weekIn(office, clock.timeZone, clock.now).filter(({ hours }) => hours !== null);
  const inText = (rows: typeof here) =>
    rows?.map((row) => `${text.days(row)}, ${text.hours(row)}`).join('; ');
  return (
    <article className="office">
      <h3>{t(`offices.${name}`)}</h3>
      <p className="office-now num">
        {clock !== null && t('offices.nowThere', { time: text.time(clock.now, office.timeZone) })}
      </p>
      <OpeningLine state={clock === null ? null : openingStateAt(office, clock.now)} clock={clock} />
      <dl className="office-hours">
        <div>
          <dt>{t('offices.local')}</dt>
          <dd>{inText(there === undefined ? [] : [there])}</dd>
        </div>
        <div>
          <dt>{t('offices.yours')}</dt>
          <dd>{here === null ? '–' : inText(here)}</dd>
        </div>
      </dl>
    </article>
  );
}
