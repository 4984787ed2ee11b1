import { Legend } from './growth-bars.tsx';

/** What was paid in and what it grew by, as one line to scale. Decorative: the rows say it in figures. */
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
