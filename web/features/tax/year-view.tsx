// One year of the tax workbook, from what has to be known first to what is taken along.

import { useMessages } from '../../i18n/use-messages.ts';
import taxMessages from '#messages/tax.json';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/data-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ProblemError } from '../../api/problem-error.ts';
import { ChoiceCard } from './choice-card.tsx';
import { EstimateCard } from './estimate-card.tsx';
import { FilesCard } from './files-card.tsx';
import { MonthsCard } from './months-card.tsx';
import { OwnerNote, PendingNote, RuleText, SimulatedNote } from './notes.tsx';
import { OtherCard } from './other-card.tsx';
import { PositionCard } from './position-card.tsx';
import { useTaxYear } from './queries.ts';
import '../../styles/tax.css';

export function YearView({ year: asked }: { readonly year: string }) {
  const t = useMessages(taxMessages);
  const { data: year, isError, error, isFetching, refetch } = useTaxYear(asked);
  if (year === undefined) {
    if (!isError) return <Loading />;
    const isUnknown = error instanceof ProblemError && error.problem.code === 'TaxYearUnknown';
    return (
      <Card>
        <ErrorState
          title={t(isUnknown ? 'unknown.title' : 'unread.title')}
          {...(isUnknown ? {} : { onRetry: () => void refetch(), retrying: isFetching })}
        >
          {t(isUnknown ? 'unknown.text' : 'unread.text')}
        </ErrorState>
      </Card>
    );
  }
  return (
    <>
      <OwnerNote regime={year.ownerRegime} />
      <SimulatedNote rates={year.rates} />
      <PendingNote pending={year.pending} />
      <RuleText rates={year.rates} />
      <ChoiceCard year={year} />
      <MonthsCard year={year} />
      <PositionCard year={year} />
      <OtherCard year={year} />
      <EstimateCard year={year} />
      <FilesCard year={year.year} />
    </>
  );
}

function Loading() {
  return (
    <div className="card card-padded stack" aria-busy="true">
      <Skeleton shape="line" />
      <Skeleton shape="block" />
    </div>
  );
}
