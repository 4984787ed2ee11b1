import type { ReactNode } from 'react';

/** Receipt lines: the label on the left, the value on the right. */
export function Rows({ children }: { readonly children: ReactNode }) {
  return <dl className="rows">{children}</dl>;
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
