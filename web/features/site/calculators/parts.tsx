// The fields, choices and results that the calculators share.

import { createContext, type ReactNode, Suspense, use, useMemo, useState } from 'react';
import type { SliderRange } from '../../../../worker/domain/calculators/slider-range.ts';
import { dollarCents } from '../../../../worker/domain/exchange.ts';
import { type Rate, RateContext } from '../../../i18n/display.ts';
import { brlCents, type Currency, CURRENCY_SIGN } from '../../../i18n/format.ts';
import { useWeightText } from '../../../i18n/weights.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { SliderField } from '../../../ui/slider-field.tsx';
import { useMessages } from '../../../i18n/use-messages.ts';
import calculatorsMessages from '#messages/calculators.json';
import commonMessages from '#messages/common.json';
import { TRADED_METALS, type TradedMetal } from '../../../../worker/domain/metals.ts';
import { isAskable } from '../../../../worker/domain/quotes.ts';
import { ticketPath, type TicketSize } from '../../../../worker/domain/ticket-path.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { CurrencySwitch } from '../../../ui/money-field.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { classes } from '../../../ui/classes.ts';
import { useCurrency } from '../../../i18n/currency.ts';
import { Legend } from './growth-bars.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import type { BacktestProps } from './backtest.tsx';
import '../../../styles/parts.css';
import { lazyPart } from '../../../ui/lazy-part.ts';

type CalculatorFrameProps = {
  /** The accessible name; sighted users read the heading above. */
  readonly label: string;
  readonly inputs: ReactNode;
  readonly result: ReactNode;
  /** Below both, across the whole width: a table. */
  readonly more?: ReactNode;
  /** The assumptions and limits of the calculation. */
  readonly note: ReactNode;
};

/**
 * Inputs on the left, results on the right; below each other on narrow screens. A plan is calculated in the currency that it
 * is typed in: no exchange rate is part of it (P49).
 */
export function CalculatorFrame({ label, inputs, result, more, note }: CalculatorFrameProps) {
  const shown = useCurrency();
  const [chosen, choose] = useState<Currency | null>(null);
  const currency = chosen ?? shown;
  const plan = useMemo(() => ({ currency, choose }), [currency]);
  return (
    <PlanContext value={plan}>
      <fieldset className="calc card" aria-label={label}>
        <div className="calc-grid">
          <div className="calc-inputs">{inputs}</div>
          <div className="calc-result">{result}</div>
        </div>
        {more}
        <div className="calc-note small">{note}</div>
      </fieldset>
    </PlanContext>
  );
}

type Plan = { readonly currency: Currency; readonly choose: (currency: Currency) => void };

const PlanContext = createContext<Plan>({ currency: 'USD', choose: () => undefined });

/** Amounts of the plan, in its currency: to the cent, and as whole units where they have no cents. */
export function usePlanMoney() {
  const f = useFormat();
  const { currency } = use(PlanContext);
  return {
    money: (cents: number) => f.money(cents, currency),
    moneyRound: (cents: number) => f.moneyRound(cents, currency),
    currency,
  };
}

type PlanFieldProps = {
  readonly label: string;
  readonly range: SliderRange;
  readonly value: number;
  readonly onChange: (units: number) => void;
};

/** Whole dollars or reais, with the switch between them at the field. */
export function PlanField({ label, range: { min, max, step }, value, onChange }: PlanFieldProps) {
  const f = useFormat();
  const { currency, choose } = use(PlanContext);
  return (
    <SliderField
      {...{ label, min, max, step, value, onChange }}
      unit={currency}
      prefix={<CurrencySwitch value={currency} onChange={choose} />}
      format={(units) => f.moneyRound(units * 100, currency)}
    />
  );
}

type YearsFieldProps = {
  readonly label: string;
  readonly range: SliderRange;
  readonly value: number;
  readonly onChange: (years: number) => void;
  readonly error?: string | null;
};

export function YearsField({
  label,
  range: { min, max, step },
  value,
  onChange,
  error = null,
}: YearsFieldProps) {
  const t = useMessages(calculatorsMessages);
  return (
    <SliderField
      {...{ label, min, max, step, value, onChange, error }}
      suffix={t.count('yearUnit', value)}
      format={(years) => t.count('years', years)}
    />
  );
}

/** At a fixed rate, or at past prices. */
export type Mode = 'fixed' | 'past';

type ChoiceProps<T> = { readonly value: T; readonly onChange: (value: T) => void };

export function ModeChoice({ value, onChange }: ChoiceProps<Mode>) {
  const t = useMessages(calculatorsMessages);
  return (
    <SegmentedControl<Mode>
      label={t('mode.label')}
      full
      value={value}
      onChange={onChange}
      options={[
        { value: 'fixed', label: t('mode.fixed') },
        { value: 'past', label: t('mode.past') },
      ]}
    />
  );
}

export function MetalChoice({ value, onChange }: ChoiceProps<TradedMetal>) {
  const t = useMessages(calculatorsMessages);
  const names = useMessages(commonMessages);
  return (
    <div className="field">
      <span className="field-label" aria-hidden="true">
        {t('metal')}
      </span>
      <SegmentedControl<TradedMetal>
        label={t('metal')}
        full
        value={value}
        onChange={onChange}
        options={TRADED_METALS.map((metal) => ({ value: metal, label: names(`metals.${metal}`) }))}
      />
    </div>
  );
}

type WholeMoneyProps = {
  /** A whole number of the plan's currency, in cents. */
  readonly cents: number;
  readonly big?: boolean;
};

/** An amount without its cents: a projection is not exact to the cent. */
export function WholeMoney({ cents, big = false }: WholeMoneyProps) {
  const f = useFormat();
  const { currency } = usePlanMoney();
  return (
    <span className={classes('money', big && 'money-big')}>
      <span className="money-currency">{CURRENCY_SIGN[currency]}</span>
      <span>{f.integer(Math.round(cents / 100))}</span>
    </span>
  );
}

/** The total in the other currency, at the rate of now. The line keeps its height before that is known. */
export function InOtherCurrency({ cents }: { readonly cents: number }) {
  const t = useMessages(calculatorsMessages);
  const f = useFormat();
  const shown = useCurrency();
  const { currency } = use(PlanContext);
  const rate = use(RateContext) ?? null;
  // With dollars chosen and typed there is nothing beside them.
  if (currency === 'USD' && shown === 'USD') return <p className="calc-reais" />;
  const other = currency === 'USD' ? 'BRL' : 'USD';
  const amount = rate === null ? null : inOther(cents, currency, rate);
  return (
    <p className="calc-reais small muted num">
      {amount !== null && t('inOther', { amount: f.moneyRound(wholeCents(amount), other) })}
    </p>
  );
}

function inOther(cents: number, currency: Currency, { usdBrlE4 }: Rate): number {
  return currency === 'USD' ? brlCents(cents, usdBrlE4) : dollarCents(cents, usdBrlE4);
}

/** A projection is not exact to the cent. */
function wholeCents(cents: number): number {
  return Math.round(cents / 100) * 100;
}

type PlanOrderLinkProps = { readonly metal: TradedMetal; readonly totalCents: number };

/** From the plan to the order ticket, with the amount of one purchase in dollars. */
export function PlanOrderLink({ metal, totalCents }: PlanOrderLinkProps) {
  const { currency } = use(PlanContext);
  const rate = use(RateContext) ?? null;
  if (currency === 'USD') return <OrderLink metal={metal} size={{ by: 'money', totalCents }} />;
  const dollars = rate === null ? null : dollarCents(totalCents, rate.usdBrlE4);
  return <OrderLink metal={metal} size={dollars === null ? null : { by: 'money', totalCents: dollars }} />;
}

type OrderLinkProps = {
  readonly metal: TradedMetal;
  /** Null while it is unknown: the ticket opens empty. */
  readonly size: TicketSize | null;
};

/** From the calculation to the order ticket, with the amount of one purchase. */
export function OrderLink({ metal, size }: OrderLinkProps) {
  const t = useMessages(calculatorsMessages.order);
  const names = useMessages(commonMessages);
  const f = useFormat();
  const { weight } = useWeightText();
  const name = names(`metals.${metal}`).toLowerCase();
  const carried = size !== null && isAskable(size) ? size : undefined;
  return (
    <LinkButton to={ticketPath({ side: 'buy', metal, size: carried })} full className="calc-order">
      {carried === undefined
        ? t('plain', { metal: name })
        : t('amount', {
            // What is ordered in dollars is said in dollars.
            amount: carried.by === 'weight' ? weight(carried.ouncesE4) : f.money(carried.totalCents),
            metal: name,
          })}
    </LinkButton>
  );
}

/** The invested amount and the gain as one line to scale. Decorative: the rows have the same values. */
export function ShareLine({
  investedCents,
  valueCents,
}: {
  readonly investedCents: number;
  readonly valueCents: number;
}) {
  const percent = valueCents <= 0 ? 0 : Math.min(100, (investedCents / valueCents) * 100);
  return (
    <div className="calc-bars" aria-hidden="true">
      <svg className="calc-line" width="100%" height="12">
        <rect className="calc-gain" width="100%" height="12" />
        <rect className="calc-invested" width={`${percent}%`} height="12" />
      </svg>
      <Legend />
    </div>
  );
}

/** The back-test's code, texts and price history load on demand. */
const Backtest = lazyPart(() => import('./backtest.tsx'), 'Backtest', { unasked: true });

export function PastPrices(props: BacktestProps) {
  return (
    <Suspense fallback={<BacktestLoading />}>
      <Backtest {...props} />
    </Suspense>
  );
}

export function BacktestLoading() {
  const t = useMessages(calculatorsMessages);
  return (
    <div className="backtest" aria-busy="true">
      <output className="visually-hidden">{t('loading')}</output>
      <Skeleton shape="line" />
      <Skeleton shape="block" />
      <Skeleton shape="block" />
      <Skeleton shape="block" />
    </div>
  );
}
