// The totals above a list, four in a row on a desktop and two on a phone.

import { isUnread } from '../../../ui/unread.ts';
import type { ReactNode } from 'react';
import { UNKNOWN } from '../../../i18n/format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import commonMessages from '#messages/common.json';
import { Button } from '../../../ui/button.tsx';
import { StaleNote, Note } from '../../../ui/note.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import '../../../styles/operators.css';

type StatsQuery = {
  readonly data: unknown;
  readonly dataUpdatedAt: number;
  readonly errorUpdateCount: number;
  readonly isRefetchError: boolean;
  readonly isPending: boolean;
  readonly isFetching: boolean;
  readonly refetch: () => Promise<unknown>;
};

type StatCardsProps = {
  /** For screen readers. */
  readonly label: string;
  readonly busy?: boolean;
  readonly children: ReactNode;
};

export function StatCards({ label, busy = false, children }: StatCardsProps) {
  return (
    <section aria-label={label} aria-busy={busy}>
      <dl className="stat-cards">{children}</dl>
    </section>
  );
}

type QueriedStatCardsProps = Omit<StatCardsProps, 'busy'> & {
  readonly query: StatsQuery;
  /** The totals have never been read. */
  readonly error: string;
  /** When the server counted, where that is not when they were read. */
  readonly countedAt?: number | undefined;
};

/** Totals with a query of their own, which can fail while the list below is fine. */
export function QueriedStatCards({ query, error, countedAt, ...cards }: QueriedStatCardsProps) {
  const t = useMessages(commonMessages);
  const retry = { onRetry: () => void query.refetch(), retrying: query.isFetching };
  return (
    <>
      {isUnread(query) && (
        <Note
          tone="warning"
          role="alert"
          actions={
            <Button size="small" busy={retry.retrying} onClick={retry.onRetry}>
              {t('retry')}
            </Button>
          }
        >
          {error}
        </Note>
      )}
      {query.isRefetchError && <StaleNote readAt={countedAt ?? query.dataUpdatedAt} {...retry} />}
      <StatCards {...cards} busy={query.isPending} />
    </>
  );
}

type StatCardProps = {
  readonly label: ReactNode;
  /** Undefined while loading; null when unknown, which shows a dash and never a zero. */
  readonly value: ReactNode;
  /** An empty text keeps its line, so that all cards have one height. */
  readonly note?: ReactNode;
  /** Somebody has to do something about it. */
  readonly tone?: 'warning' | undefined;
};

export function StatCard({ label, value, note, tone }: StatCardProps) {
  const t = useMessages(commonMessages);
  return (
    <div className="stat-card">
      <dt>{label}</dt>
      <dd className="stat-card-value" data-tone={tone}>
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
