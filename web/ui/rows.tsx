import type { ReactNode } from 'react';

type RowsProps = {
  readonly children: ReactNode;
  /** All figures are dashes until the customer types: for the eye alone. The caller says once what they wait for. */
  readonly waiting?: boolean;
};

/** Receipt lines: the label on the left, the value on the right. */
export function Rows({ children, waiting = false }: RowsProps) {
  return (
    <dl className="rows" aria-hidden={waiting || undefined}>
      {children}
    </dl>
  );
}

type RowProps = {
  readonly label: ReactNode;
  readonly children: ReactNode;
  /** The line below the rule. */
  readonly sum?: boolean;
};

export function Row({ label, children, sum = false }: RowProps) {
  return (
    <div className={sum ? 'rows-sum' : undefined}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
