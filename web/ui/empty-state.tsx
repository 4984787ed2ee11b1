import type { ReactNode } from 'react';

type EmptyStateProps = {
  readonly title: ReactNode;
  readonly children: ReactNode;
  readonly action?: ReactNode;
};

/** For a list without rows: a title, a text and the next step. */
export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <div className="state">
      <strong>{title}</strong>
      <p>{children}</p>
      {action}
    </div>
  );
}
