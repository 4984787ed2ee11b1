import { useFormat } from '../../../i18n/use-format.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { adminFeedWords } from '../../../i18n/words/admin-feed.ts';
import { Note } from '../../../ui/note.tsx';
import type { FeedReport } from '../../../../worker/contract/operators/price-feed.ts';
import { ageText } from './values.ts';

type FeedNotesProps = {
  readonly report: FeedReport;
  readonly now: number;
  /** When it was read, where later readings have failed. */
  readonly outdatedSince: number | null;
};

/** What must not be overlooked: figures of before, a pause and its reason, a source that is configured in vain. */
export function FeedNotes({ report, now, outdatedSince }: FeedNotesProps) {
  const t = useWords(adminFeedWords);
  const f = useFormat();
  const { paused, notUsed } = report;
  return (
    <>
      {outdatedSince !== null && (
        <Note tone="warning" icon="offline" role="alert">
          {t('outdated', { time: f.dateTime(outdatedSince, 'clock') })}
        </Note>
      )}
      {paused !== null && (
        <Note
          tone="warning"
          icon="pause"
          title={t('paused.title', { since: ageText(f, paused.since, now), by: paused.by })}
        >
          <span className="feed-reason">{t('paused.pt', { reason: paused.reason['pt-BR'] })}</span>
          <span className="feed-reason">{t('paused.en', { reason: paused.reason.en })}</span>
        </Note>
      )}
      {notUsed.length > 0 && (
        <Note tone="warning" icon="alert" title={t('notUsed.title')}>
          {notUsed.map(({ name, reason }) => (
            <span key={name} className="feed-reason">
              {t(`notUsed.reasons.${reason}`, { name })}
            </span>
          ))}
        </Note>
      )}
    </>
  );
}
