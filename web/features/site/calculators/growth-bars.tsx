import { useMessages } from '../../../i18n/use-messages.ts';
import calculatorsMessages from '#messages/calculators.json';

type GrowthBar = { readonly year: number; readonly investedCents: number; readonly valueCents: number };

const HEIGHT = 132;
/** The share of its slot that a bar fills. */
const FILLED = 0.7;

type GrowthBarsProps = {
  readonly bars: readonly GrowthBar[];
  readonly first: string;
  readonly last: string;
};

/** Invested amount and gain, year by year, to scale. Decorative: the table has the same values. */
export function GrowthBars({ bars, first, last }: GrowthBarsProps) {
  const top = Math.max(...bars.map((bar) => bar.valueCents), 1);
  const slotWidth = 100 / bars.length;
  const width = `${slotWidth * FILLED}%`;
  return (
    <div className="calc-bars" aria-hidden="true">
      <svg width="100%" height={HEIGHT}>
        {bars.map(({ year, investedCents, valueCents }, i) => {
          const x = `${slotWidth * (i + (1 - FILLED) / 2)}%`;
          const invested = (Math.min(investedCents, valueCents) / top) * HEIGHT;
          const value = (valueCents / top) * HEIGHT;
          return (
            <g key={year}>
              <rect className="calc-gain" {...{ x, width }} y={HEIGHT - value} height={value - invested} />
              <rect className="calc-invested" {...{ x, width }} y={HEIGHT - invested} height={invested} />
            </g>
          );
        })}
      </svg>
      <div className="calc-bars-ends tiny quiet num">
        <span>{first}</span>
        {bars.length > 1 && <span>{last}</span>}
      </div>
      <Legend />
    </div>
  );
}

export function Legend() {
  const t = useMessages(calculatorsMessages);
  return (
    <div className="calc-legend tiny muted" aria-hidden="true">
      <span>
        <svg width="10" height="10">
          <rect className="calc-invested" width="10" height="10" rx="2" />
        </svg>
        {t('legend.invested')}
      </span>
      <span>
        <svg width="10" height="10">
          <rect className="calc-gain" width="10" height="10" rx="2" />
        </svg>
        {t('legend.gain')}
      </span>
    </div>
  );
}
