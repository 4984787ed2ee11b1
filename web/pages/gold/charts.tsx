import { PriceChart } from '../../features/prices/price-chart.tsx';
import { RatioChart } from '../../features/prices/ratio-chart.tsx';

export function GoldCharts() {
  return (
    <div className="section section-band section-tight" id="chart">
      <div className="wrap market-charts">
        <PriceChart metal="gold" />
        <RatioChart />
      </div>
    </div>
  );
}
