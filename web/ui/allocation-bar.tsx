import type { ReactNode } from 'react';
import '../styles/parts.css';

export type AllocationTone = 'gold' | 'silver' | 'platinum' | 'palladium' | 'cash';

export type AllocationPart = {
  readonly key: string;
  readonly tone: AllocationTone;
  readonly label: ReactNode;
  /** The amount, already formatted. */
  readonly amount: ReactNode;
  /** Share in percent, for the drawing. */
  readonly percent: number;
  /** The share as text. */
  readonly share: ReactNode;
};

/** In percent of the bar. */
const GAP = 0.6;

/** One bar to scale, and the same values as text below. The bar is decorative. */
export function AllocationBar({ parts }: { readonly parts: readonly AllocationPart[] }) {
  return (
    <div>
      <svg className="allocation-bar" width="100%" height="12" aria-hidden="true">
        {slices(parts).map(({ part, x, width }) => (
          <rect key={part.key} className={`tone-${part.tone}`} x={`${x}%`} width={`${width}%`} height="12" />
        ))}
      </svg>
      <dl className="allocation-list">
        {parts.map((part) => (
          <div key={part.key}>
            <dt>
              <span className={`swatch tone-${part.tone}`} aria-hidden="true" />
              <span className="allocation-name">{part.label}</span>
            </dt>
            <dd className="num">{part.amount}</dd>
            <dd className="num">{part.share}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function slices(parts: readonly AllocationPart[]): { part: AllocationPart; x: number; width: number }[] {
  const shown = parts.filter((part) => part.percent > 0);
  return shown.map((part, i) => {
    const before = shown.slice(0, i).reduce((sum, other) => sum + other.percent, 0);
    const gap = i === shown.length - 1 ? 0 : Math.min(GAP, part.percent / 2);
    return { part, x: before, width: part.percent - gap };
  });
}
