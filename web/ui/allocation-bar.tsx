import type { ReactNode } from 'react';
import '../styles/parts.css';

export type AllocationTone = 'gold' | 'silver' | 'platinum' | 'palladium' | 'cash';

export type AllocationPart = {
  readonly key: string;
  readonly tone: AllocationTone;
  readonly label: ReactNode;
  /** The amount, already formatted. */
  readonly amount: ReactNode;
  /** Share in percent, for the drawing; null draws nothing. */
  readonly percent: number | null;
  /** The share as text. */
  readonly share: ReactNode;
};

/** In percent of the bar. */
const GAP = 0.6;

/** One bar to scale, and the same values as text below. The bar is decorative. */
export function AllocationBar({ parts }: { readonly parts: readonly AllocationPart[] }) {
  const drawn = slices(parts);
  return (
    <div>
      {drawn.length > 0 && (
        <svg className="allocation-bar" width="100%" height="12" aria-hidden="true">
          {drawn.map(({ key, tone, x, width }) => (
            <rect key={key} className={`tone-${tone}`} x={`${x}%`} width={`${width}%`} height="12" />
          ))}
        </svg>
      )}
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

type Drawn = Pick<AllocationPart, 'key' | 'tone'> & { readonly x: number; readonly width: number };

function slices(parts: readonly AllocationPart[]): readonly Drawn[] {
  const shown = parts.flatMap(({ key, tone, percent }) =>
    percent === null || percent <= 0 ? [] : [{ key, tone, percent }],
  );
  return shown.map(({ key, tone, percent }, i) => {
    const x = shown.slice(0, i).reduce((sum, other) => sum + other.percent, 0);
    const gap = i === shown.length - 1 ? 0 : Math.min(GAP, percent / 2);
    return { key, tone, x, width: percent - gap };
  });
}
