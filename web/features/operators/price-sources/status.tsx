// The state of the price sources, above their tables.

import { useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import operatorsPriceSourcesMessages from '#messages/operators-price-sources.json';
import { StatCard, StatCards } from '../frame/stat-card.tsx';
import type { FeedReport } from '../../../../worker/contract/operators/price-feed.ts';
import { ageText, largestDifference, newestPrice, useSeriesName } from './values.ts';
import { Note } from '../../../ui/note.tsx';

/** Undefined while loading. */
type StatsProps = { readonly report: FeedReport | undefined; readonly now: number };

/** Whether customers get quotes, the age of the newest price, the sources that answer, and the largest difference. */
export function PriceSourcesStats({ report, now }: StatsProps) {
  const t = useMessages(operatorsPriceSourcesMessages);
  return (
    <StatCards label={t('standing.label')} busy={report === undefined}>
      <State report={report} />
      <Newest report={report} now={now} />
      <Answering report={report} />
      <LargestDifference report={report} />
    </StatCards>
  );
}

type PartProps = Pick<StatsProps, 'report'>;

function State({ report }: PartProps) {
  const t = useMessages(operatorsPriceSourcesMessages);
  const f = useFormat();
  const state = report === undefined ? undefined : (report.reason ?? 'live');
  const opensAt = report?.opensAt ?? null;
  return (
    <StatCard
      label={t('standing.state')}
      value={state && t(`standing.${state}`)}
      tone={state === 'paused' || state === 'stale' || state === 'unsettled' ? 'warning' : undefined}
      note={
        state === 'closed'
          ? opensAt === null
            ? t('standing.closedNoteUnknown')
            : t('standing.closedNote', { opensAt: f.dateTime(opensAt, 'opening') })
          : t(`standing.${state ?? 'live'}Note`)
      }
    />
  );
}

function Newest({ report, now }: StatsProps) {
  const t = useMessages(operatorsPriceSourcesMessages);
  const f = useFormat();
  const newest = report && newestPrice(report);
  return (
    <StatCard
      label={t('standing.newest')}
      value={newest && ageText(f, newest, now)}
      note={
        newest ? t('standing.newestNote', { time: f.dateTime(newest, 'clock') }) : t('standing.newestNone')
      }
    />
  );
}

function Answering({ report }: PartProps) {
  const t = useMessages(operatorsPriceSourcesMessages);
  const f = useFormat();
  const all = report?.sources.length ?? 0;
  const fine =
    report?.sources.filter((one) => one.trouble === null && one.lastAnsweredAt !== null).length ?? 0;
  return (
    <StatCard
      label={t('standing.answering')}
      value={report && t('standing.answeringOf', { n: f.integer(fine), all: f.integer(all) })}
      note={t(fine === all && all > 0 ? 'standing.answeringAll' : 'standing.answeringSome')}
    />
  );
}

function LargestDifference({ report }: PartProps) {
  const t = useMessages(operatorsPriceSourcesMessages);
  const f = useFormat();
  const name = useSeriesName();
  const apart = report && largestDifference(report);
  return (
    <StatCard
      label={t('standing.apart')}
      value={apart && <abbr title={t('bpMeaning')}>{t('bp', { n: f.decimal(Math.abs(apart.bp), 1) })}</abbr>}
      note={
        apart
          ? t('standing.apartNote', { source: apart.source, series: name(apart.series) })
          : t('standing.apartNone')
      }
    />
  );
}

type PriceSourcesNotesProps = {
  readonly report: FeedReport;
  readonly now: number;
  /** When the report was read, where later reads have failed. */
  readonly staleSince: number | null;
};

/** Stale data, a pause with its reason, and sources that are configured but not used. */
export function PriceSourcesNotes({ report, now, staleSince }: PriceSourcesNotesProps) {
  const t = useMessages(operatorsPriceSourcesMessages);
  const f = useFormat();
  const { paused, notUsed } = report;
  return (
    <>
      {staleSince !== null && (
        <Note tone="warning" icon="offline" role="alert">
          {t('outdated', { time: f.dateTime(staleSince, 'clock') })}
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
