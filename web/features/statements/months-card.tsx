// The months of an account: the one under way as a preview, and the closed ones with their files.

import { isUnread } from '../../ui/unread.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { Link } from '../../i18n/link.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import statementsMessages from '#messages/statements.json';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState, ErrorState } from '../../ui/data-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { endOfMonth, STATEMENT_FORMATS } from '../../../worker/domain/statements.ts';
import { FileButtons } from './file-buttons.tsx';
import { useMonthName } from './month-name.ts';
import { OWN_STATEMENTS, type StatementsSource, useMonths } from './sources.ts';
import '../../styles/statements.css';

const SKELETONS = 3;

type MonthsCardProps = {
  readonly source?: StatementsSource;
  /** Where no heading of the page says what the months are of. */
  readonly title?: string;
};

export function MonthsCard({ source = OWN_STATEMENTS, title }: MonthsCardProps) {
  const t = useMessages(statementsMessages.list);
  const nameOf = useMonthName();
  const months = useMonths(source);
  const { data, isFetching, refetch } = months;
  if (isUnread(months)) {
    return (
      <Card title={title ?? t('title')}>
        <ErrorState title={t('error.title')} onRetry={() => void refetch()} retrying={isFetching}>
          {t('error.text')}
        </ErrorState>
      </Card>
    );
  }
  return (
    <Card title={title ?? t('title')} aria-busy={data === undefined || undefined}>
      <ul className="statement-months">
        {data === undefined
          ? Array.from({ length: SKELETONS }, (_, index) => (
              <li key={index}>
                <div className="statement-month">
                  <Skeleton shape="line" />
                </div>
              </li>
            ))
          : [
              <li key={data.open} data-month={data.open}>
                <div className="statement-month">
                  <Link to={source.to(data.open)} className="link">
                    {nameOf(data.open)}
                  </Link>{' '}
                  <Badge tone="pending">{t('preview')}</Badge>
                  <p className="small quiet">{t('previewText')}</p>
                </div>
              </li>,
              ...data.months.map(({ month, number }) => (
                <li key={month} data-month={month}>
                  <div className="statement-month">
                    <Link to={source.to(month)} className="link">
                      {nameOf(month)}
                    </Link>
                    {number !== null && <p className="small quiet num">{number}</p>}
                  </div>
                  <FileButtons
                    source={source}
                    month={month}
                    name={nameOf(month)}
                    formats={STATEMENT_FORMATS}
                  />
                </li>
              )),
            ]}
      </ul>
      {data?.months.length === 0 && <NoneYet open={data.open} />}
    </Card>
  );
}

function NoneYet({ open }: { readonly open: string }) {
  const t = useMessages(statementsMessages.list.none);
  const f = useFormat();
  const nameOf = useMonthName();
  return (
    <EmptyState title={t('title')}>
      {t('text', { month: nameOf(open), day: f.dateTime(endOfMonth(open), 'dayMonthYear', 'UTC') })}
    </EmptyState>
  );
}
