// The share of gold and silver in a portfolio, compared with the range commonly cited.

import { useState } from 'react';
import {
  type Allocation,
  ALLOCATION_RANGES,
  analyzeAllocation,
  type Asset,
  ASSETS,
  METALS_SHARE,
  METALS_SPLIT,
} from '../../../../worker/domain/calculators/allocation.ts';
import { UNKNOWN } from '../../../i18n/format.ts';
import { type Formats, useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import calculatorsMessages from '#messages/calculators.json';
import { AllocationBar, type AllocationTone } from '../../../ui/allocation-bar.tsx';
import { Announcement } from '../../../ui/announcement.tsx';
import { Note, type NoteTone } from '../../../ui/note.tsx';
import { CalculatorFrame, PlanField, InOtherCurrency, PlanOrderLink, usePlanMoney } from './parts.tsx';

type Dollars = Readonly<Record<Asset, number>>;

const DEFAULTS: Dollars = {
  gold: ALLOCATION_RANGES.gold.initial,
  silver: ALLOCATION_RANGES.silver.initial,
  stocks: ALLOCATION_RANGES.stocks.initial,
  bonds: ALLOCATION_RANGES.bonds.initial,
};
const BAR_TONES: Readonly<Record<Asset, AllocationTone>> = {
  gold: 'gold',
  silver: 'silver',
  stocks: 'cash',
  bonds: 'platinum',
};
const NOTE_TONES: Readonly<Record<Allocation['verdict'], NoteTone>> = {
  within: 'success',
  below: 'warning',
  above: 'warning',
  empty: 'info',
};

export function AllocationAnalyzer() {
  const t = useMessages(calculatorsMessages.allocation);
  const f = useFormat();
  const [dollars, setDollars] = useState(DEFAULTS);
  const { gold, silver, stocks, bonds } = dollars;
  const allocation = analyzeAllocation({
    gold: gold * 100,
    silver: silver * 100,
    stocks: stocks * 100,
    bonds: bonds * 100,
  });
  return (
    <CalculatorFrame
      label={t('title')}
      inputs={ASSETS.map((asset) => (
        <PlanField
          key={asset}
          label={t(`assets.${asset}`)}
          range={ALLOCATION_RANGES[asset]}
          value={dollars[asset]}
          onChange={(value) => setDollars((now) => ({ ...now, [asset]: value }))}
        />
      ))}
      result={<Analysis {...{ allocation, dollars }} />}
      note={<p>{t('note', citedShares(f))}</p>}
    />
  );
}

function citedShares(f: Formats) {
  const { least, most } = METALS_SHARE;
  return {
    range: `${least}-${f.percentRound(most)}`,
    least: f.percentRound(least),
    goldLeast: f.percentRound(METALS_SPLIT.gold.least),
    goldMost: f.percentRound(METALS_SPLIT.gold.most),
    silverLeast: f.percentRound(METALS_SPLIT.silver.least),
    silverMost: f.percentRound(METALS_SPLIT.silver.most),
  };
}

type AnalysisProps = { readonly allocation: Allocation; readonly dollars: Dollars };

function Analysis({ allocation, dollars }: AnalysisProps) {
  const t = useMessages(calculatorsMessages.allocation);
  const f = useFormat();
  const { moneyRound } = usePlanMoney();
  const { verdict, totalCents, metalsPercent, shares } = allocation;
  const missing =
    allocation.verdict === 'below'
      ? { move: moneyRound(allocation.moveCents), add: moneyRound(allocation.addCents) }
      : { move: '', add: '' };
  const message = t(`verdict.${verdict}`, { ...citedShares(f), ...missing });
  const share = (percent: number | null) => f.percent(percent, 'none', 1);
  return (
    <>
      <p className="calc-label">{t('headline')}</p>
      <output className="calc-figure num" aria-live="off">
        {metalsPercent === null ? UNKNOWN : share(metalsPercent)}
      </output>
      <p className="small muted num">{t('total', { amount: moneyRound(totalCents) })}</p>
      <InOtherCurrency cents={totalCents} />
      <div className="calc-parts">
        <AllocationBar
          parts={ASSETS.map((asset) => ({
            key: asset,
            tone: BAR_TONES[asset],
            label: t(`assets.${asset}`),
            amount: moneyRound(dollars[asset] * 100),
            percent: shares[asset] ?? 0,
            share: share(shares[asset]),
          }))}
        />
      </div>
      <Note
        key={verdict}
        tone={NOTE_TONES[verdict]}
        icon={verdict === 'within' ? 'check' : 'info'}
        title={message}
      >
        {verdict === 'below' ? t('how', missing) : undefined}
      </Note>
      {allocation.verdict === 'below' && <PlanOrderLink metal="gold" totalCents={allocation.addCents} />}
      <Announcement text={t('said', { percent: share(metalsPercent), verdict: message })} />
    </>
  );
}
