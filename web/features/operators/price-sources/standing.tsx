import { useFormat } from '../../../i18n/use-format.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { adminFeedWords } from '../../../i18n/words/admin-feed.ts';
import { StatCard, StatCards } from '../../../ui/stat-card.tsx';
import type { FeedReport } from '../../../../worker/contract/operators/price-feed.ts';
import { useSeriesName } from './use-series-name.ts';
import { ageText, farthestApart, newestPrice } from './values.ts';

/** Undefined while it is read. */
type StandingProps = { readonly report: FeedReport | undefined; readonly now: number };

/** The feed in four figures: whether customers get quotes, how new prices are, who answers, and who disagrees most. */
export function Standing({ report, now }: StandingProps) {
  const t = useWords(adminFeedWords);
  return (
    <StatCards label={t('standing.label')} busy={report === undefined}>
      <State report={report} />
      <Newest report={report} now={now} />
      <Answering report={report} />
      <Apart report={report} />
    </StatCards>
  );
}

type PartProps = Pick<StandingProps, 'report'>;

function State({ report }: PartProps) {
  const t = useWords(adminFeedWords);
  const f = useFormat();
  const state = report === undefined ? undefined : (report.reason ?? 'live');
  const opensAt = report?.opensAt ?? null;
  return (
    <StatCard
      label={t('standing.state')}
      value={state && t(`standing.${state}`)}
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

function Newest({ report, now }: StandingProps) {
  const t = useWords(adminFeedWords);
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
  const t = useWords(adminFeedWords);
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

function Apart({ report }: PartProps) {
  const t = useWords(adminFeedWords);
  const f = useFormat();
  const name = useSeriesName();
  const apart = report && farthestApart(report);
  return (
    <StatCard
      label={t('standing.apart')}
      value={apart && t('bp', { n: f.decimal(Math.abs(apart.bp), 1) })}
      note={
        apart
          ? t('standing.apartNote', { source: apart.source, series: name(apart.series) })
          : t('standing.apartNone')
      }
    />
  );
}
