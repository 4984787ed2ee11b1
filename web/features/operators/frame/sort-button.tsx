import type { ReactNode } from 'react';
import { Icon } from '../../../ui/icon.tsx';
import '../../../styles/operators.css';

export type SortDirection = 'ascending' | 'descending';

type SortButtonProps = {
  readonly children: ReactNode;
  /** Null where the list is in the order of another column. */
  readonly direction: SortDirection | null;
  readonly onSort: () => void;
};

/** The heading of a column that orders its list. On a phone, where nobody sees a heading, the filters do that. */
export function SortButton({ children, direction, onSort }: SortButtonProps) {
  return (
    <>
      <button type="button" className="sort-button" data-direction={direction ?? undefined} onClick={onSort}>
        {children}
        {direction !== null && <Icon name={direction === 'descending' ? 'down' : 'up'} small />}
      </button>
      <span className="sort-heading">{children}</span>
    </>
  );
}
