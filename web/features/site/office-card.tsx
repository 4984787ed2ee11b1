import { useMessages } from '../../i18n/use-messages.ts';
import contactMessages from '#messages/contact.json';
import {
  type OfficeName,
  OFFICES,
  standingOf,
  weekIn,
  weekOf,
} from '../../../worker/domain/support-hours.ts';
import { useHoursWords } from './hours-words.ts';
import { StandingLine } from './standing-line.tsx';
import { usePlace } from './use-place.ts';

/** One office: its hours on its own clock, the same hours on the reader's, the time there, open or closed now. */
export function OfficeCard({ name }: { readonly name: OfficeName }) {
  const t = useMessages(contactMessages);
  const words = useHoursWords();
  const place = usePlace();
  const office = OFFICES[name];
  const [there] = weekOf(office);
  const here =
    place === null ? null : weekIn(office, place.timeZone, place.now).filter(({ hours }) => hours !== null);
  const spoken = (rows: typeof here) =>
    rows?.map((row) => `${words.days(row)}, ${words.hours(row)}`).join('; ');
  return (
    <article className="office">
      <h3>{t(`offices.${name}`)}</h3>
      <p className="office-now num">
        {place !== null && t('offices.nowThere', { time: words.time(place.now, office.timeZone) })}
      </p>
      <StandingLine standing={place === null ? null : standingOf(office, place.now)} place={place} />
      <dl className="office-hours">
        <div>
          <dt>{t('offices.local')}</dt>
          <dd>{spoken(there === undefined ? [] : [there])}</dd>
        </div>
        <div>
          <dt>{t('offices.yours')}</dt>
          <dd>{here === null ? '–' : spoken(here)}</dd>
        </div>
      </dl>
    </article>
  );
}
