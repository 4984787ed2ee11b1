// What a dialog shows of one thing that it reads: the thing, or that it is gone, cannot be read, or is on its way.

import type { ReactNode } from 'react';
import { isRefusal } from '../../../api/problem-error.ts';
import { EmptyState, ErrorState } from '../../../ui/data-state.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import '../../../styles/operators.css';

type State = { readonly title: string; readonly text: string };

type OpenedRecordProps<T> = {
  readonly query: {
    readonly data: T | undefined;
    readonly error: Error | null;
    readonly isError: boolean;
    readonly isFetching: boolean;
    readonly refetch: () => Promise<unknown>;
  };
  readonly failed: State;
  /** Where a link may name what is not there. */
  readonly gone?: State;
  /** Said while it is read. */
  readonly note?: ReactNode;
  readonly children: (data: T) => ReactNode;
};

const LINES = 6;

export function OpenedRecord<T>({ query, failed, gone, note, children }: OpenedRecordProps<T>) {
  const { data, error, isError, isFetching, refetch } = query;
  if (data !== undefined) return children(data);
  if (gone !== undefined && isRefusal(error) && error.problem.code === 'NotFound')
    return <EmptyState title={gone.title}>{gone.text}</EmptyState>;
  if (isError) {
    return (
      <ErrorState title={failed.title} onRetry={() => void refetch()} retrying={isFetching}>
        {failed.text}
      </ErrorState>
    );
  }
  return (
    <div className="details-loading" aria-busy="true">
      {note}
      {Array.from({ length: LINES }, (_, line) => (
        <Skeleton key={line} shape="line" />
      ))}
    </div>
  );
}
