// The growth of a yearly amount: at a fixed return, or at past prices. The defaults are calculated in the prerendered
// page, so that the first paint and users without scripts see a real example.

import { useState } from 'react';
import {
  type Investment,
  investment,
  INVESTMENT_RANGES,
  type InvestmentInput,
} from '../../../../worker/domain/calculators/investment.ts';
import type { TradedMetal } from '../../../../worker/domain/metals.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import calculatorsMessages from '#messages/calculators.json';
import { Announcement } from '../../../ui/announcement.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Row, Rows } from '../../../ui/rows.tsx';
import { SliderField } from '../../../ui/slider-field.tsx';
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
  WholeMoney,
  YearsField,
} from './parts.tsx';
import { GrowthBars } from './growth-bars.tsx';

const { annualDollars, years, returnPercent } = INVESTMENT_RANGES;
const DEFAULTS: InvestmentInput = {
  annualDollars: annualDollars.initial,
  years: years.initial,
  returnPercent: returnPercent.initial,
};

export function InvestmentCalculator() {
  const t = useMessages(calculatorsMessages.investment);
  const f = useFormat();
  const [input, setInput] = useState(DEFAULTS);
  const [mode, setMode] = useState<Mode>('fixed');
  const [metal, setMetal] = useState<TradedMetal>('gold');
  const change = (part: Partial<InvestmentInput>) => setInput((now) => ({ ...now, ...part }));
  const result = investment(input);
  return (
    <CalculatorFrame
      label={t('title')}
      inputs={
        <>
          <ModeChoice value={mode} onChange={setMode} />
          <PlanField
            label={t('annual')}
            range={annualDollars}
            value={input.annualDollars}
            onChange={(value) => change({ annualDollars: value })}
          />
          <YearsField
            label={t('years')}
            range={years}
            value={input.years}
            onChange={(value) => change({ years: value })}
          />
          {mode === 'fixed' ? (
            <SliderField
              label={t('return')}
              min={returnPercent.min}
              max={returnPercent.max}
              step={returnPercent.step}
              value={input.returnPercent}
              onChange={(value) => change({ returnPercent: value })}
              decimals={1}
              suffix="%"
              format={f.percentRound}
            />
          ) : (
            <MetalChoice value={metal} onChange={setMetal} />
          )}
        </>
      }
      result={
        <>
          {mode === 'fixed' ? (
            <FixedResult input={input} result={result} />
          ) : (
            <PastPrices
              metal={metal}
              plan={{ annualCents: input.annualDollars * 100, purchasesPerYear: 12, years: input.years }}
              fixedCents={(period) => investment({ ...input, years: period }).last.valueCents}
            />
          )}
          <PlanOrderLink metal={metal} totalCents={Math.round((input.annualDollars * 100) / 12)} />
        </>
      }
      more={mode === 'fixed' && <YearTable result={result} />}
      note={mode === 'fixed' && <p>{t('note')}</p>}
    />
  );
}

type ResultProps = { readonly result: Investment };

function FixedResult({ input, result }: ResultProps & { readonly input: InvestmentInput }) {
  const t = useMessages(calculatorsMessages.investment);
  const all = useMessages(calculatorsMessages);
  const f = useFormat();
  const { moneyRound } = usePlanMoney();
  const { last, rows, totalReturnPercent } = result;
  const period = all.count('years', input.years);
  const percent = f.percent(totalReturnPercent, 'none', 1);
  return (
    <>
      <p className="calc-label">{t('headline', { years: period })}</p>
      <output className="calc-figure" aria-live="off">
        <WholeMoney cents={last.valueCents} big />
      </output>
      <InOtherCurrency cents={last.valueCents} />
      <Rows>
        <Row label={t('invested')}>{moneyRound(last.investedCents)}</Row>
        <Row label={t('gain')}>{moneyRound(last.gainCents)}</Row>
        <Row label={t('totalReturn')}>{percent}</Row>
      </Rows>
      <GrowthBars bars={rows} first={t('yearOf', { n: 1 })} last={t('yearOf', { n: input.years })} />
      <Announcement
        text={t('said', {
          years: period,
          value: moneyRound(last.valueCents),
          invested: moneyRound(last.investedCents),
          gain: moneyRound(last.gainCents),
          percent,
        })}
      />
    </>
  );
}

function YearTable({ result }: ResultProps) {
  const t = useMessages(calculatorsMessages.investment);
  const { moneyRound } = usePlanMoney();
  return (
    <details className="calc-years" open>
      <summary>
        {t('table')}
        <Icon name="down" small />
      </summary>
      <DataTable
        caption={t('table')}
        rowHeader="year"
        columns={[
          { key: 'year', label: t('year') },
          { key: 'invested', label: t('invested'), align: 'right' },
          { key: 'value', label: t('value'), align: 'right' },
          { key: 'gain', label: t('gain'), align: 'right' },
        ]}
        rows={result.rows.map(({ year, investedCents, valueCents, gainCents }) => ({
          id: String(year),
          cells: {
            year,
            invested: moneyRound(investedCents),
            value: moneyRound(valueCents),
            gain: moneyRound(gainCents),
          },
        }))}
      />
    </details>
  );
}
