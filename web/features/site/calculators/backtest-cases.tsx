import type { Backtest, BacktestRun, SavingPlan } from '../../../../worker/domain/calculators/backtest.ts';
import type { TradedMetal } from '../../../../worker/domain/metals.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import calculatorsMessages from '#messages/calculators.json';
import commonMessages from '#messages/common.json';
import { Announcement } from '../../../ui/announcement.tsx';
import { Change } from '../../../ui/change.tsx';
import { Money } from '../../../ui/money.tsx';
import { usePlanMoney } from './parts.tsx';

const CASES = ['worst', 'median', 'best'] as const;
type Case = (typeof CASES)[number];
/** With fewer starts the cases hardly differ: a year of months. */
const MANY_STARTS = 12;

type BacktestCasesProps = {
  readonly metal: TradedMetal;
  readonly plan: SavingPlan;
  readonly result: Extract<Backtest, { ok: true }>;
  readonly fixedCents: number;
};

/** The worst, the median and the best start, on one scale, beside the result of the fixed rate. */
export function BacktestCases({ metal, plan, result, fixedCents }: BacktestCasesProps) {
  const t = useMessages(calculatorsMessages.backtest);
  const all = useMessages(calculatorsMessages);
  const names = useMessages(commonMessages);
  const { money, moneyRound, currency } = usePlanMoney();
  const { starts, gained, worst, median, best } = result;
  const scale = Math.max(best.valueCents, best.investedCents, fixedCents);
  return (
    <>
      <p className="calc-label">{t('title')}</p>
      <p className="small muted">
        {t('lead', {
          times: t.count('purchases', plan.years * plan.purchasesPerYear),
          purchase: moneyRound(Math.round(plan.annualCents / plan.purchasesPerYear)),
          metal: names(`metals.${metal}`).toLowerCase(),
          starts: t.count('starts', starts),
        })}{' '}
        {t('invested', { amount: moneyRound(worst.investedCents) })}
      </p>
      <ul className="backtest-cases">
        {CASES.map((name) => (
          <CaseItem key={name} name={name} run={result[name]} scale={scale} />
        ))}
        <li className="backtest-fixed">
          <span className="backtest-name">{t('fixed')}</span>
          <Money cents={fixedCents} currency={currency} />
        </li>
      </ul>
      <p className="small muted">
        {t.count('gained', gained, { starts })} {t(starts < MANY_STARTS ? 'few' : 'medianNote')}
      </p>
      <Announcement
        fresh
        text={t('said', {
          years: all.count('years', plan.years),
          worst: money(worst.valueCents),
          median: money(median.valueCents),
          best: money(best.valueCents),
          invested: moneyRound(worst.investedCents),
        })}
      />
    </>
  );
}

type CaseItemProps = { readonly name: Case; readonly run: BacktestRun; readonly scale: number };

function CaseItem({ name, run, scale }: CaseItemProps) {
  const t = useMessages(calculatorsMessages.backtest);
  const f = useFormat();
  const { money, currency } = usePlanMoney();
  const day = (at: number) => f.dateTime(at, 'dayMonthYear', 'UTC');
  return (
    <li data-case={name}>
      <span className="backtest-name">{t(`cases.${name}`)}</span>
      <Money cents={run.valueCents} currency={currency} />
      <span className="backtest-period tiny quiet num">
        {t('period', { start: day(run.startAt), end: day(run.endAt) })}
        {' · '}
        {t('fees', { fees: money(run.feesCents) })}
      </span>
      <Change percent={run.returnPercent} />
      <CaseLine run={run} scale={scale} />
    </li>
  );
}

/** The value as a line to scale, with a mark at the invested amount. Decorative: the values are beside it. */
function CaseLine({ run, scale }: { readonly run: BacktestRun; readonly scale: number }) {
  const percent = (cents: number) => `${(cents / scale) * 100}%`;
  return (
    <svg className="backtest-line" width="100%" height="12" aria-hidden="true">
      <rect className="calc-gain" y="3" width={percent(run.valueCents)} height="6" />
      <rect className="backtest-mark" x={percent(run.investedCents)} width="2" height="12" />
    </svg>
  );
}
