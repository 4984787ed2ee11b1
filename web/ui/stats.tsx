import type { ReactNode } from 'react';

/** Values side by side, each with its label and an optional note. */
export function Stats({ children }: { readonly children: ReactNode }) {
  return <dl className="stats">{children}</dl>;
}

type StatProps = { readonly label: ReactNode; readonly note?: ReactNode; readonly children: ReactNode };

export function Stat({ label, note, children }: StatProps) {
  return (
    <div className="stat">
      <dt>{label}</dt>
      <dd className="stat-figure num">{children}</dd>
      {note !== undefined && <dd className="stat-note">{note}</dd>}
    </div>
  );
}
