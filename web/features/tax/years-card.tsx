import { isUnread } from '../../ui/unread.ts';
import { Link } from '../../i18n/link.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import taxMessages from '#messages/tax.json';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/data-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { TaxYearList } from '../../../worker/contract/tax.ts';
import { OwnerNote, SimulatedNote } from './notes.tsx';
import { useTaxYears } from './queries.ts';
import '../../styles/tax.css';

const SKELETONS = 2;

export function YearsCard() {
  const t = useMessages(taxMessages);
  const query = useTaxYears();
  const { data, isFetching, refetch } = query;
  if (isUnread(query)) {
    return (
      <Card title={t('years.title')}>
        <ErrorState title={t('unread.title')} onRetry={() => void refetch()} retrying={isFetching}>
          {t('unread.text')}
        </ErrorState>
      </Card>
    );
  }
  return (
    <>
      {data !== undefined && <OwnerNote regime={data.ownerRegime} />}
      {data !== undefined && <SimulatedNote rates={data.rates} />}
      <Card title={t('years.title')} aria-busy={data === undefined || undefined}>
        <ul className="tax-years">
          {data === undefined
            ? Array.from({ length: SKELETONS }, (_, index) => (
                <li key={index}>
                  <Skeleton shape="line" />
                </li>
              ))
            : data.years.map((year, index) => (
                <YearRow key={year.year} year={year} isRunning={index === 0} />
              ))}
        </ul>
      </Card>
    </>
  );
}

type YearRowProps = { readonly year: TaxYearList['years'][number]; readonly isRunning: boolean };

/** The newest year is the one that goes on. */
function YearRow({ year: { year, isComplete, method }, isRunning }: YearRowProps) {
  const t = useMessages(taxMessages);
  const state = isRunning ? 'running' : isComplete ? 'complete' : 'waiting';
  return (
    <li>
      <Link to={`/statements/tax?year=${year}`} className="link num">
        {year}
      </Link>
      <Badge tone={state === 'complete' ? 'success' : 'pending'}>{t(`years.${state}`)}</Badge>
      {method !== null && (
        <span className="small quiet">{t('years.method', { method: t(`methods.${method}`) })}</span>
      )}
    </li>
  );
}
