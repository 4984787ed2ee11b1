// Savings and monthly contributions until retirement, at the blended return of a portfolio with some gold.

import { useState } from 'react';
import {
  EXPECTED_RETURNS,
  NON_GOLD_SPLIT,
  type Retirement,
  retirement,
  type RetirementInput,
  RETIREMENT_RANGES,
} from '../../../../worker/domain/calculators/retirement.ts';
import { CITED_GOLD_SHARE } from '../../../../worker/domain/limits.ts';
import { type Formats, useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import calculatorsMessages from '#messages/calculators.json';
import { Announcement } from '../../../ui/announcement.tsx';
import { Note } from '../../../ui/note.tsx';
import { Row, Rows } from '../../../ui/rows.tsx';
import { SliderField } from '../../../ui/slider-field.tsx';
import {
  CalculatorFrame,
  PlanField,
  InOtherCurrency,
  PlanOrderLink,
  ShareLine,
  usePlanMoney,
  WholeMoney,
  YearsField,
} from './parts.tsx';

const RANGES = RETIREMENT_RANGES;
const DEFAULTS: RetirementInput = {
  currentAge: RANGES.currentAge.initial,
  retirementAge: RANGES.retirementAge.initial,
  savingsDollars: RANGES.savingsDollars.initial,
  monthlyDollars: RANGES.monthlyDollars.initial,
  goldPercent: RANGES.goldPercent.initial,
};

export function RetirementCalculator() {
  const t = useMessages(calculatorsMessages.retirement);
  const f = useFormat();
  const [input, setInput] = useState(DEFAULTS);
  const set = (key: keyof RetirementInput) => (value: number) =>
    setInput((now) => ({ ...now, [key]: value }));
  const result = retirement(input);
  const age = result.ok ? null : t('age.short');
  return (
    <CalculatorFrame
      label={t('title')}
      inputs={
        <>
          <YearsField
            label={t('currentAge')}
            range={RANGES.currentAge}
            value={input.currentAge}
            onChange={set('currentAge')}
          />
          <YearsField
            label={t('retirementAge')}
            range={RANGES.retirementAge}
            value={input.retirementAge}
            onChange={set('retirementAge')}
            error={age}
          />
          <PlanField
            label={t('savings')}
            range={RANGES.savingsDollars}
            value={input.savingsDollars}
            onChange={set('savingsDollars')}
          />
          <PlanField
            label={t('monthly')}
            range={RANGES.monthlyDollars}
            value={input.monthlyDollars}
            onChange={set('monthlyDollars')}
          />
          <SliderField
            label={t('gold')}
            min={RANGES.goldPercent.min}
            max={RANGES.goldPercent.max}
            step={RANGES.goldPercent.step}
            value={input.goldPercent}
            onChange={set('goldPercent')}
            suffix="%"
            format={f.percentRound}
          />
        </>
      }
      result={
        <>
          {result.ok ? <Projection age={input.retirementAge} result={result} /> : <AgeNote />}
          <PlanOrderLink metal="gold" totalCents={input.monthlyDollars * input.goldPercent} />
          <ResultAnnouncement age={input.retirementAge} result={result} />
        </>
      }
      note={
        <>
          <p>{t('note', assumptions(f))}</p>
          <p>{t('range', citedShare(f))}</p>
        </>
      }
    />
  );
}

function assumptions(f: Formats) {
  return {
    stocks: f.percentRound(EXPECTED_RETURNS.stocks),
    gold: f.percentRound(EXPECTED_RETURNS.gold),
    bonds: f.percentRound(EXPECTED_RETURNS.bonds),
    stocksShare: f.percentRound(NON_GOLD_SPLIT.stocks),
    bondsShare: f.percentRound(NON_GOLD_SPLIT.bonds),
  };
}

function citedShare(f: Formats) {
  return { least: f.percentRound(CITED_GOLD_SHARE.least), most: f.percentRound(CITED_GOLD_SHARE.most) };
}

type ProjectionProps = {
  readonly age: number;
  readonly result: Extract<Retirement, { ok: true }>;
};

function Projection({ age, result }: ProjectionProps) {
  const t = useMessages(calculatorsMessages.retirement);
  const f = useFormat();
  const { moneyRound } = usePlanMoney();
  const { years, projectedCents, contributionsCents, growthCents, averageReturnPercent } = result;
  return (
    <>
      <p className="calc-label">{t('headline', { age, in: t.count('in', years) })}</p>
      <output className="calc-figure" aria-live="off">
        <WholeMoney cents={projectedCents} big />
      </output>
      <InOtherCurrency cents={projectedCents} />
      <Rows>
        <Row label={t('contributions')}>{moneyRound(contributionsCents)}</Row>
        <Row label={t('growth')}>{moneyRound(growthCents)}</Row>
        <Row label={t('averageReturn')}>{f.percent(averageReturnPercent, 'none')}</Row>
      </Rows>
      <ShareLine investedCents={contributionsCents} valueCents={projectedCents} />
    </>
  );
}

/** Stays mounted while the note replaces the results, so that new results are announced. */
function ResultAnnouncement({ age, result }: { readonly age: number; readonly result: Retirement }) {
  const t = useMessages(calculatorsMessages.retirement);
  const { moneyRound } = usePlanMoney();
  const text = result.ok
    ? t('said', {
        age,
        value: moneyRound(result.projectedCents),
        contributions: moneyRound(result.contributionsCents),
        growth: moneyRound(result.growthCents),
      })
    : '';
  return <Announcement text={text} />;
}

/** Replaces the results when the ages allow none. */
function AgeNote() {
  const t = useMessages(calculatorsMessages.retirement);
  return (
    <Note tone="error" role="alert" title={t('age.title')}>
      {t('age.text')}
    </Note>
  );
}
