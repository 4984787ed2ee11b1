// Regular purchases of the same amount: at a fixed rate, or at past prices.

import { useState } from 'react';
import {
  AVERAGING_RANGES,
  AVERAGING_RETURN_PERCENT,
  type AveragingInput,
  dollarCostAveraging,
  FREQUENCIES,
  type Frequency,
  INITIAL_FREQUENCY,
  PURCHASES_PER_YEAR,
} from '../../../../worker/domain/calculators/dollar-cost-averaging.ts';
import type { TradedMetal } from '../../../../worker/domain/metals.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import calculatorsMessages from '#messages/calculators.json';
import { Announcement } from '../../../ui/announcement.tsx';
import { Money } from '../../../ui/money.tsx';
import { Row, Rows } from '../../../ui/rows.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import {
  CalculatorFrame,
  PlanField,
  InOtherCurrency,
  MetalChoice,
  type Mode,
  ModeChoice,
  PlanOrderLink,
  PastPrices,
  usePlanMoney,
  ShareLine,
  YearsField,
} from './parts.tsx';

const DEFAULTS: AveragingInput = {
  amountDollars: AVERAGING_RANGES.amountDollars.initial,
  frequency: INITIAL_FREQUENCY,
  years: AVERAGING_RANGES.years.initial,
};

export function DcaCalculator() {
  const t = useMessages(calculatorsMessages.averaging);
  const f = useFormat();
  const [input, setInput] = useState(DEFAULTS);
  const [mode, setMode] = useState<Mode>('fixed');
  const [metal, setMetal] = useState<TradedMetal>('gold');
  const change = (part: Partial<AveragingInput>) => setInput((now) => ({ ...now, ...part }));
  const purchasesPerYear = PURCHASES_PER_YEAR[input.frequency];
  return (
    <CalculatorFrame
      label={t('title')}
      inputs={
        <>
          <ModeChoice value={mode} onChange={setMode} />
          <PlanField
            label={t('amount')}
            range={AVERAGING_RANGES.amountDollars}
            value={input.amountDollars}
            onChange={(amountDollars) => change({ amountDollars })}
          />
          <FrequencyChoice value={input.frequency} onChange={(frequency) => change({ frequency })} />
          <YearsField
            label={t('years')}
            range={AVERAGING_RANGES.years}
            value={input.years}
            onChange={(years) => change({ years })}
          />
          {mode === 'past' && <MetalChoice value={metal} onChange={setMetal} />}
        </>
      }
      result={
        <>
          {mode === 'fixed' ? (
            <FixedResult input={input} />
          ) : (
            <PastPrices
              metal={metal}
              plan={{
                annualCents: input.amountDollars * 100 * purchasesPerYear,
                purchasesPerYear,
                years: input.years,
              }}
              fixedCents={(years) => dollarCostAveraging({ ...input, years }).valueCents}
            />
          )}
          <PlanOrderLink metal={metal} totalCents={input.amountDollars * 100} />
        </>
      }
      note={mode === 'fixed' && <p>{t('note', { rate: f.percentRound(AVERAGING_RETURN_PERCENT) })}</p>}
    />
  );
}

type FrequencyChoiceProps = {
  readonly value: Frequency;
  readonly onChange: (frequency: Frequency) => void;
};

function FrequencyChoice({ value, onChange }: FrequencyChoiceProps) {
  const t = useMessages(calculatorsMessages.averaging);
  return (
    <div className="field">
      <span className="field-label" aria-hidden="true">
        {t('frequency')}
      </span>
      <SegmentedControl<Frequency>
        label={t('frequency')}
        full
        value={value}
        onChange={onChange}
        options={FREQUENCIES.map((frequency) => ({
          value: frequency,
          label: t(`frequencies.${frequency}`),
        }))}
      />
    </div>
  );
}

function FixedResult({ input }: { readonly input: AveragingInput }) {
  const t = useMessages(calculatorsMessages.averaging);
  const all = useMessages(calculatorsMessages);
  const f = useFormat();
  const { money, currency } = usePlanMoney();
  const { purchases, investedCents, valueCents, gainCents, totalReturnPercent } = dollarCostAveraging(input);
  const years = all.count('years', input.years);
  const percent = f.percent(totalReturnPercent, 'none', 1);
  return (
    <>
      <p className="calc-label">{t('headline', { years })}</p>
      <output className="calc-figure" aria-live="off">
        <Money cents={valueCents} currency={currency} big />
      </output>
      <InOtherCurrency cents={valueCents} />
      <Rows>
        <Row label={t('purchases')}>{f.integer(purchases)}</Row>
        <Row label={t('invested')}>{money(investedCents)}</Row>
        <Row label={t('gain')}>{money(gainCents)}</Row>
        <Row label={t('totalReturn')}>{percent}</Row>
      </Rows>
      <ShareLine {...{ investedCents, valueCents }} />
      <Announcement
        text={t('said', {
          years,
          value: money(valueCents),
          invested: money(investedCents),
          gain: money(gainCents),
          percent,
        })}
      />
    </>
  );
}
