import type { ReactNode } from 'react';

type CalculatorFrameProps = {
  /** Names the calculator for screen readers; sighted readers have the heading above it. */
  readonly label: string;
  readonly inputs: ReactNode;
  readonly result: ReactNode;
  /** Below both, across the whole width: a table. */
  readonly more?: ReactNode;
  /** What the calculation assumes and leaves out. */
  readonly note: ReactNode;
};

/** What is put in on the left, what comes out on the right; where there is no room, one below the other. */
export function CalculatorFrame({ label, inputs, result, more, note }: CalculatorFrameProps) {
  return (
    <fieldset className="calc card" aria-label={label}>
      <div className="calc-grid">
        <div className="calc-inputs">{inputs}</div>
        <div className="calc-result">{result}</div>
      </div>
      {more}
      <div className="calc-note small">{note}</div>
    </fieldset>
  );
}
