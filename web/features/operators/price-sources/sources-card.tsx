// The sources: what each gives, on what terms, when it was asked, and whether it answers.

import { useFormat } from '../../../i18n/use-format.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { adminFeedWords } from '../../../i18n/words/admin-feed.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Card } from '../../../ui/card.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import type { FeedReport, FeedSource } from '../../../../worker/contract/operators/price-feed.ts';
import { ageText } from './values.ts';

const COLUMNS = ['name', 'gives', 'licence', 'asked', 'answered', 'standing'] as const;

type SourcesCardProps = { readonly report: FeedReport | undefined; readonly now: number };

export function SourcesCard({ report, now }: SourcesCardProps) {
  const t = useWords(adminFeedWords);
  return (
    <Card title={t('sources.title')} aria-busy={report === undefined}>
      <table className="table table-cards admin-table">
        <caption className="visually-hidden">{t('sources.caption')}</caption>
        <thead>
          <tr>
            {COLUMNS.map((column) => (
              <th key={column} scope="col">
                {t(`sources.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {report === undefined && <LoadingRow />}
          {report?.sources.map((source) => (
            <SourceRow key={`${source.subject} ${source.name}`} source={source} now={now} />
          ))}
          {report?.sources.length === 0 && (
            <tr>
              <td colSpan={COLUMNS.length} className="quiet">
                {t('sources.none')}
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </Card>
  );
}

function SourceRow({ source, now }: { readonly source: FeedSource; readonly now: number }) {
  const t = useWords(adminFeedWords);
  const f = useFormat();
  const { notBefore } = source;
  const waits = notBefore !== null && Date.parse(notBefore) > now;
  return (
    <tr>
      <th scope="row">{source.name}</th>
      <td data-l={t('sources.gives')}>
        {t(`sources.${source.subject}`)}
        <span className="sub">{t(`sources.kinds.${source.kind}`)}</span>
      </td>
      <td data-l={t('sources.licence')}>
        {t(`sources.licences.${source.licence}`)}
        <span className="sub">{t(source.mayQuote ? 'sources.quotes' : 'sources.shows')}</span>
      </td>
      <td className="num" data-l={t('sources.asked')}>
        <Moment at={source.lastAskedAt} now={now} />
        {waits && (
          <span className="sub">{t('sources.notBefore', { time: f.dateTime(notBefore, 'clock') })}</span>
        )}
      </td>
      <td className="num" data-l={t('sources.answered')}>
        <Moment at={source.lastAnsweredAt} now={now} />
      </td>
      <td className="admin-breaks" data-l={t('sources.standing')}>
        <SourceStanding source={source} now={now} />
      </td>
    </tr>
  );
}

function SourceStanding({ source, now }: { readonly source: FeedSource; readonly now: number }) {
  const t = useWords(adminFeedWords);
  const f = useFormat();
  const { trouble } = source;
  if (trouble === null) {
    const answered = source.lastAnsweredAt !== null;
    return (
      <Badge tone={answered ? 'success' : 'pending'}>
        {t(answered ? 'sources.fine' : 'sources.waiting')}
      </Badge>
    );
  }
  return (
    <>
      <Badge tone="failed">{t('sources.failing')}</Badge>
      <span className="sub">
        {t('sources.failingSince', {
          fault: t(`faults.${trouble.fault}`),
          since: ageText(f, trouble.since, now),
        })}
      </span>
      <span className="sub num">{t.count('sources.times', trouble.times)}</span>
    </>
  );
}

function Moment({ at, now }: { readonly at: string | null; readonly now: number }) {
  const t = useWords(adminFeedWords);
  const f = useFormat();
  return at === null ? <>{t('sources.never')}</> : <time dateTime={at}>{ageText(f, at, now)}</time>;
}

function LoadingRow() {
  return (
    <tr>
      {COLUMNS.map((column) => (
        <td key={column}>
          <Skeleton shape="line" />
          <span className="sub">&nbsp;</span>
        </td>
      ))}
    </tr>
  );
}
