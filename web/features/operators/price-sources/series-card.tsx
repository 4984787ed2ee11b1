// Each accepted price, and under it what every source said last and what became of it.

import { useFormat } from '../../../i18n/use-format.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { adminFeedWords } from '../../../i18n/words/admin-feed.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Card } from '../../../ui/card.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import type { FeedReport, FeedSeries, FeedWord } from '../../../../worker/contract/operators/price-feed.ts';
import { SERIES, type Series } from '../../../../worker/domain/price-rules.ts';
import { useSeriesName } from './use-series-name.ts';
import { ageText, valueText } from './values.ts';

type SeriesCardProps = { readonly report: FeedReport | undefined; readonly now: number };

export function SeriesCard({ report, now }: SeriesCardProps) {
  const t = useWords(adminFeedWords);
  return (
    <Card title={t('series.title')} aria-busy={report === undefined}>
      <table className="table table-cards admin-table feed-series">
        <caption className="visually-hidden">{t('series.caption')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('series.source')}</th>
            <th scope="col" className="r">
              {t('series.value')}
            </th>
            <th scope="col">{t('series.time')}</th>
            <th scope="col" className="r">
              {t('series.difference')}
            </th>
            <th scope="col">{t('series.standing')}</th>
          </tr>
        </thead>
        {report === undefined
          ? SERIES.map((series) => <LoadingGroup key={series} series={series} />)
          : report.series.map((one) => <Group key={one.series} one={one} now={now} />)}
      </table>
    </Card>
  );
}

function Group({ one, now }: { readonly one: FeedSeries; readonly now: number }) {
  const t = useWords(adminFeedWords);
  const name = useSeriesName();
  return (
    <tbody>
      <tr className="feed-accepted">
        <th scope="rowgroup" colSpan={5}>
          <span className="feed-accepted-line">
            <span>{name(one.series)}</span>
            <Accepted one={one} now={now} />
          </span>
        </th>
      </tr>
      {one.words.map((word) => (
        <WordRow key={word.source} series={one.series} word={word} now={now} />
      ))}
      {one.words.length === 0 && (
        <tr>
          <td colSpan={5} className="admin-breaks quiet">
            {t('series.noWord')}
          </td>
        </tr>
      )}
    </tbody>
  );
}

function Accepted({ one, now }: { readonly one: FeedSeries; readonly now: number }) {
  const t = useWords(adminFeedWords);
  const f = useFormat();
  const { accepted } = one;
  if (accepted === null) return <span className="quiet">{t('series.none')}</span>;
  return (
    <>
      <span className="num">{valueText(f, one.series, accepted.value)}</span>
      <span className="sub num">
        {ageText(f, accepted.asOf, now)}
        {' · '}
        {t(!accepted.fresh ? 'series.old' : accepted.mayQuote ? 'series.quoted' : 'series.notQuoted')}
      </span>
    </>
  );
}

type WordRowProps = { readonly series: Series; readonly word: FeedWord; readonly now: number };

function WordRow({ series, word, now }: WordRowProps) {
  const t = useWords(adminFeedWords);
  const f = useFormat();
  const { bid, ask, sourceAt, differenceBp } = word;
  return (
    <tr>
      <th scope="row">{word.source}</th>
      <td className="r" data-l={t('series.value')}>
        {word.value === null ? '–' : valueText(f, series, word.value)}
        {bid !== null && ask !== null && (
          <span className="sub">
            {t('series.bidAsk', { bid: valueText(f, series, bid), ask: valueText(f, series, ask) })}
          </span>
        )}
      </td>
      <td className="num" data-l={t('series.time')}>
        {sourceAt === null ? '–' : <time dateTime={sourceAt}>{ageText(f, sourceAt, now)}</time>}
        {sourceAt !== null && <span className="sub">{f.dateTime(sourceAt, 'clock')}</span>}
      </td>
      <td className="r" data-l={t('series.difference')}>
        {differenceBp === null
          ? '–'
          : t('bp', { n: signed(f.decimal(Math.abs(differenceBp), 1), differenceBp) })}
      </td>
      <td className="admin-breaks" data-l={t('series.standing')}>
        <WordStanding word={word} />
      </td>
    </tr>
  );
}

function WordStanding({ word }: { readonly word: FeedWord }) {
  const t = useWords(adminFeedWords);
  const { verdict, leftOut, inPrice } = word;
  if (verdict !== 'accepted' && verdict !== 'unchanged') {
    return (
      <>
        <Badge tone="failed">{t('series.refused')}</Badge>
        <span className="sub">{t(`verdicts.${verdict}`)}</span>
        {inPrice && <span className="sub">{t('series.earlier')}</span>}
      </>
    );
  }
  if (leftOut !== null) {
    return (
      <>
        <Badge tone="held">{t('series.out')}</Badge>
        <span className="sub">{t(`series.leftOut.${leftOut}`)}</span>
      </>
    );
  }
  return <Badge tone="success">{t('series.inPrice')}</Badge>;
}

/** A proper minus, and a plus where it is above. */
function signed(text: string, value: number): string {
  if (value === 0) return text;
  return value > 0 ? `+${text}` : `\u2212${text}`;
}

function LoadingGroup({ series }: { readonly series: Series }) {
  const name = useSeriesName();
  return (
    <tbody>
      <tr className="feed-accepted">
        <th scope="rowgroup" colSpan={5}>
          <span className="feed-accepted-line">
            <span>{name(series)}</span>
            <Skeleton shape="short" />
          </span>
        </th>
      </tr>
      <tr>
        {['source', 'value', 'time', 'difference', 'standing'].map((cell) => (
          <td key={cell}>
            <Skeleton shape="line" />
            <span className="sub">&nbsp;</span>
          </td>
        ))}
      </tr>
    </tbody>
  );
}
