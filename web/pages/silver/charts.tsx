import { PriceChart } from '../../features/prices/price-chart.tsx';
import { RatioChart } from '../../features/prices/ratio-chart.tsx';

export function SilverCharts() {
  return (
    <div className="section section-band section-tight" id="chart">
      <div className="wrap market-charts">
        <PriceChart metal="silver" />
        <RatioChart />
      </div>
    </div>
  );
}
