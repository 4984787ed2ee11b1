import type { ReactNode } from 'react';
import '../../../styles/operators.css';

type OperatorsPanelProps = {
  readonly title: ReactNode;
  readonly lead?: ReactNode;
  /** Right of the title: refresh, export. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
};

/** One page of the operators' area: its heading and its cards. */
export function OperatorsPanel({ title, lead, actions, children }: OperatorsPanelProps) {
  return (
    <div className="admin-panel">
      <header className="admin-head">
        <div className="admin-head-text">
          <h1>{title}</h1>
          {lead !== undefined && <p>{lead}</p>}
        </div>
        {actions !== undefined && <div className="admin-head-actions">{actions}</div>}
      </header>
      {children}
    </div>
  );
}
