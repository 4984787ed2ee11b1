import { PriceChart } from '../../features/charts/price-chart.tsx';
import { RatioChart } from '../../features/charts/ratio-chart.tsx';

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
