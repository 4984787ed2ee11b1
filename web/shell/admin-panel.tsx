import type { ReactNode } from 'react';
import '../styles/admin.css';

type AdminPanelProps = {
  readonly title: ReactNode;
  readonly lead?: ReactNode;
  /** Right of the title: refresh, export. */
  readonly actions?: ReactNode;
  /** Figures and cards, one under the other. */
  readonly children: ReactNode;
};

/** One tab of the operators' area: its heading and what is under it. */
export function AdminPanel({ title, lead, actions, children }: AdminPanelProps) {
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
