import { PriceChart } from '../../features/prices/price-chart.tsx';

/** The chart brings its own heading, which names the metal beside its price. */
export function ChartSection() {
  return (
    <div className="section section-band" id="chart">
      <div className="wrap">
        <PriceChart metal="gold" defaultRange="1M" />
      </div>
    </div>
  );
}
