import { useMessages } from '../../i18n/use-messages.ts';
import contactMessages from '#messages/contact.json';
import { Badge } from '../../ui/badge.tsx';
import type { Standing } from '../../../worker/domain/support-hours.ts';
import { useHoursWords } from './hours-words.ts';
import type { usePlace } from './use-place.ts';

type StandingLineProps = {
  readonly standing: Standing | null;
  readonly place: ReturnType<typeof usePlace>;
};

/** Open or closed now, and the next change. Keeps its height while it is not known. */
export function StandingLine({ standing, place }: StandingLineProps) {
  const t = useMessages(contactMessages);
  const words = useHoursWords();
  return (
    <p className="standing">
      {standing !== null && place !== null && (
        <>
          <Badge tone={standing.open ? 'live' : 'closed'}>
            {standing.open ? t('hours.openNow') : t('hours.closedNow')}
          </Badge>
          <span>{words.next(standing, place.timeZone, place.now)}</span>
        </>
      )}
    </p>
  );
}
