import { useFormat } from '../../../i18n/use-format.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { adminFeedWords } from '../../../i18n/words/admin-feed.ts';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import type { FeedReport } from '../../../../worker/contract/operators/price-feed.ts';
import { useSeriesName } from './use-series-name.ts';
import { valueText } from './values.ts';

/** What sources said and nobody believed, newest first. */
export function RefusedCard({ refused }: Pick<FeedReport, 'refused'>) {
  const t = useWords(adminFeedWords);
  const f = useFormat();
  const name = useSeriesName();
  return (
    <Card title={t('refused.title')}>
      {refused.length === 0 ? (
        <EmptyState title={t('refused.emptyTitle')}>{t('refused.emptyText')}</EmptyState>
      ) : (
        <table className="table table-cards admin-table">
          <caption className="visually-hidden">{t('refused.caption')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('refused.when')}</th>
              <th scope="col">{t('refused.source')}</th>
              <th scope="col">{t('refused.series')}</th>
              <th scope="col" className="r">
                {t('refused.value')}
              </th>
              <th scope="col">{t('refused.reason')}</th>
            </tr>
          </thead>
          <tbody>
            {refused.map((word) => (
              <tr key={word.id}>
                <td className="num" data-l={t('refused.when')}>
                  {f.dateTime(word.receivedAt, 'clock')}
                  <span className="sub">{f.dateTime(word.receivedAt, 'date')}</span>
                </td>
                <th scope="row" data-l={t('refused.source')}>
                  {word.source}
                </th>
                <td data-l={t('refused.series')}>{name(word.series)}</td>
                <td className="r" data-l={t('refused.value')}>
                  {word.value === null ? '–' : valueText(f, word.series, word.value)}
                </td>
                <td className="admin-breaks" data-l={t('refused.reason')}>
                  {t(`verdicts.${word.verdict}`)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}
