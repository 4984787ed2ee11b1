import { useMessages } from '../../i18n/use-messages.ts';
import contactMessages from '#messages/contact.json';
import { standingOf, SUPPORT, weekIn, weekOf } from '../../../worker/domain/support-hours.ts';
import { useHoursWords } from './hours-words.ts';
import { StandingLine } from './standing-line.tsx';
import { usePlace } from './use-place.ts';

/** Weekdays, Saturday and Sunday: in New York's time in the prerendered page, then in the reader's. */
export function SupportHours() {
  const t = useMessages(contactMessages);
  const words = useHoursWords();
  const place = usePlace();
  const rows = place === null ? weekOf(SUPPORT) : weekIn(SUPPORT, place.timeZone, place.now);
  const zone =
    place === null ? t('hours.there') : t('hours.here', { zone: words.zone(place.timeZone, place.now) });
  return (
    <section className="hours" aria-labelledby="hours-title">
      <h3 id="hours-title">{t('hours.title')}</h3>
      <StandingLine standing={place === null ? null : standingOf(SUPPORT, place.now)} place={place} />
      <dl className="hours-rows">
        {rows.map((row) => (
          <div key={`${row.first}-${row.last}`}>
            <dt>{words.days(row)}</dt>
            <dd className="num">{words.hours(row)}</dd>
          </div>
        ))}
      </dl>
      <p className="small quiet">{zone}</p>
    </section>
  );
}
