import type { ReactNode } from 'react';

type EmptyStateProps = {
  readonly title: ReactNode;
  readonly children: ReactNode;
  readonly action?: ReactNode;
};

/** Nothing here yet: says so, and what to do next. */
export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <div className="state">
      <strong>{title}</strong>
      <p>{children}</p>
      {action}
    </div>
  );
}
