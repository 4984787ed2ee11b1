import { useFormat } from '../../../i18n/use-format.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { adminFeedWords } from '../../../i18n/words/admin-feed.ts';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import type { FeedReport } from '../../../../worker/contract/operators/price-feed.ts';

/** When sources did not answer, newest first. */
export function TroublesCard({ troubles }: Pick<FeedReport, 'troubles'>) {
  const t = useWords(adminFeedWords);
  const f = useFormat();
  return (
    <Card title={t('troubles.title')}>
      {troubles.length === 0 ? (
        <EmptyState title={t('troubles.emptyTitle')}>{t('troubles.emptyText')}</EmptyState>
      ) : (
        <table className="table table-cards admin-table">
          <caption className="visually-hidden">{t('troubles.caption')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('troubles.source')}</th>
              <th scope="col">{t('troubles.fault')}</th>
              <th scope="col">{t('troubles.since')}</th>
              <th scope="col">{t('troubles.until')}</th>
            </tr>
          </thead>
          <tbody>
            {troubles.map((one) => (
              <tr key={one.id}>
                <th scope="row">
                  {one.source}
                  <span className="sub">{t(`sources.${one.subject}`)}</span>
                </th>
                <td className="admin-breaks" data-l={t('troubles.fault')}>
                  {t(`faults.${one.fault}`)}
                </td>
                <td className="num" data-l={t('troubles.since')}>
                  {f.dateTime(one.since, 'clock')}
                  <span className="sub">{f.dateTime(one.since, 'date')}</span>
                </td>
                <td className="num" data-l={t('troubles.until')}>
                  {one.endedAt === null ? t('troubles.still') : f.dateTime(one.endedAt, 'clock')}
                  {one.endedAt !== null && <span className="sub">{f.dateTime(one.endedAt, 'date')}</span>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}
