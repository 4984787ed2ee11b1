// The back-test: the same purchases at the stored prices, from every possible start. Loads on demand.

import { isUnread } from '../../../ui/unread.ts';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import type { PriceHistory } from '../../../../worker/contract/prices.ts';
import {
  type Backtest,
  backtest,
  type PricePoint,
  type SavingPlan,
} from '../../../../worker/domain/calculators/backtest.ts';
import type { TradedMetal } from '../../../../worker/domain/metals.ts';
import { businessTerms } from '../../../i18n/business-terms.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import calculatorsMessages from '#messages/calculators.json';
import { priceHistoryQuery } from '../../../live/history-query.ts';
import { EmptyState, ErrorState } from '../../../ui/data-state.tsx';
import { Note } from '../../../ui/note.tsx';
import { BacktestCases } from './backtest-cases.tsx';
import { BacktestLoading } from './parts.tsx';

export type BacktestProps = {
  readonly metal: TradedMetal;
  readonly plan: SavingPlan;
  /** The result of the fixed rate after so many years, in cents, for comparison. */
  readonly fixedCents: (years: number) => number;
};

export function Backtest({ metal, plan, fixedCents }: BacktestProps) {
  const all = useMessages(calculatorsMessages);
  const query = useQuery(priceHistoryQuery(metal, 'ALL'));
  const { data, isFetching, refetch } = query;
  // A slider moves at once; the back-test of hundreds of starts is deferred.
  const { annualCents, purchasesPerYear, years } = plan;
  const asked = useDeferredValue(
    useMemo(() => ({ annualCents, purchasesPerYear, years }), [annualCents, purchasesPerYear, years]),
  );
  const run = useMemo(() => (data === undefined ? null : runPast(pointsOf(data), asked)), [data, asked]);
  if (run === null || data === undefined) {
    return isUnread(query) ? (
      <ErrorState title={all('unavailable.title')} onRetry={() => void refetch()} retrying={isFetching}>
        {all('unavailable.text')}
      </ErrorState>
    ) : (
      <BacktestLoading />
    );
  }
  return (
    <div className="backtest">
      {data.kind === 'simulated' && <SimulatedNote />}
      {run.result === null ? (
        <Refusal run={run} />
      ) : (
        <>
          {run.shortened && <ShortNote run={run} asked={asked.years} />}
          <BacktestCases
            metal={metal}
            plan={{ ...asked, years: run.years }}
            result={run.result}
            fixedCents={fixedCents(run.years)}
          />
        </>
      )}
      <BacktestNotes history={data} />
    </div>
  );
}

function pointsOf({ points }: Pick<PriceHistory, 'points'>) {
  return points.map(({ at, priceCents }) => ({ at: Date.parse(at), priceCents }));
}

function SimulatedNote() {
  const t = useMessages(calculatorsMessages.backtest);
  return <Note tone="warning">{t('simulated')}</Note>;
}

/** The span of the stored prices, in UTC like the calculation. */
function useSpan({ span }: PastRun) {
  const f = useFormat();
  const day = (at: number) => f.dateTime(at, 'dayMonthYear', 'UTC');
  return span === null ? null : { from: day(span.from), to: day(span.to) };
}

function ShortNote({ run, asked }: { readonly run: PastRun; readonly asked: number }) {
  const t = useMessages(calculatorsMessages.backtest);
  const all = useMessages(calculatorsMessages);
  const span = useSpan(run);
  if (span === null) return null;
  return (
    <Note title={t('short.title', { years: all.count('years', asked) })}>
      {t('short.text', { ...span, longest: all.count('years', run.years) })}
    </Note>
  );
}

function Refusal({ run }: { readonly run: Extract<PastRun, { result: null }> }) {
  const t = useMessages(calculatorsMessages.backtest);
  const span = useSpan(run);
  if (run.reason === 'short' && span !== null) {
    return <EmptyState title={t('tooShort.title')}>{t('tooShort.text', span)}</EmptyState>;
  }
  const reason = run.reason === 'sparse' ? 'sparse' : 'empty';
  return <EmptyState title={t(`${reason}.title`)}>{t(`${reason}.text`)}</EmptyState>;
}

function BacktestNotes({ history }: { readonly history: Pick<PriceHistory, 'kind' | 'sources'> }) {
  const t = useMessages(calculatorsMessages.backtest);
  const { locale } = useFormat();
  const names = [...new Set(history.sources.map((source) => source.name))].join(', ');
  return (
    <div className="backtest-notes tiny quiet">
      <p>{t('note', businessTerms(locale))}</p>
      {history.sources.some((source) => source.basis === 'average') && <p>{t('averages')}</p>}
      {history.kind !== 'simulated' && names !== '' && <p>{t('source', { names })}</p>}
    </div>
  );
}

type Ran = Extract<Backtest, { ok: true }>;

type PastRun = {
  /** The period of the result; shorter than asked for when the history is. */
  readonly years: number;
  readonly shortened: boolean;
  readonly span: { readonly from: number; readonly to: number } | null;
} & ({ readonly result: Ran } | { readonly result: null; readonly reason: 'empty' | 'short' | 'sparse' });

/** Where the stored history is shorter than the chosen years, calculates the longest whole period that it covers. */
export function runPast(points: readonly PricePoint[], plan: SavingPlan): PastRun {
  const span = spanOf(points);
  const asked = backtest(points, plan);
  if (asked.ok) return { years: plan.years, shortened: false, span, result: asked };
  if (asked.reason !== 'short' || asked.longestYears === 0) {
    return { years: plan.years, shortened: false, span, result: null, reason: asked.reason };
  }
  const years = asked.longestYears;
  const longest = backtest(points, { ...plan, years });
  return longest.ok
    ? { years, shortened: true, span, result: longest }
    : { years, shortened: true, span, result: null, reason: longest.reason };
}

function spanOf(points: readonly PricePoint[]): PastRun['span'] {
  const [first, last] = [points[0], points.at(-1)];
  return first === undefined || last === undefined ? null : { from: first.at, to: last.at };
}
