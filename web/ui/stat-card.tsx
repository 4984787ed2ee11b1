import type { ReactNode } from 'react';
import { UNKNOWN } from '../i18n/format.ts';
import { useWords } from '../i18n/use-words.ts';
import { commonWords } from '../i18n/words/common.ts';
import '../styles/admin.css';
import { Skeleton } from './skeleton.tsx';

type StatCardsProps = {
  /** What the figures tell together, for screen readers. */
  readonly label: string;
  readonly busy?: boolean;
  readonly children: ReactNode;
};

/** The operators' figures, four in a row on a desk, two on a phone. */
export function StatCards({ label, busy = false, children }: StatCardsProps) {
  return (
    <section aria-label={label} aria-busy={busy}>
      <dl className="stat-cards">{children}</dl>
    </section>
  );
}

type StatCardProps = {
  readonly label: ReactNode;
  /** Undefined while it is read; null when nobody knows, shown as a dash and never as zero. */
  readonly value: ReactNode;
  /** What the figure alone cannot say. An empty text keeps its line, so that cards stay of one height. */
  readonly note?: ReactNode;
};

export function StatCard({ label, value, note }: StatCardProps) {
  const t = useWords(commonWords);
  return (
    <div className="stat-card">
      <dt>{label}</dt>
      <dd className="stat-card-value">
        {value === undefined ? (
          <Skeleton shape="figure" />
        ) : value === null ? (
          <>
            <span aria-hidden="true">{UNKNOWN}</span>
            <span className="visually-hidden">{t('unknown')}</span>
          </>
        ) : (
          value
        )}
      </dd>
      {note !== undefined && (
        <dd className="stat-card-note">{value === undefined ? <Skeleton shape="line" /> : note}</dd>
      )}
    </div>
  );
}
