import type { ReactNode } from 'react';
import '../styles/account.css';

type AccountPanelProps = {
  readonly title: ReactNode;
  readonly lead?: ReactNode;
  /** Cards, one under the other. */
  readonly children: ReactNode;
};

/** One tab of the account: its heading and its cards. */
export function AccountPanel({ title, lead, children }: AccountPanelProps) {
  return (
    <div className="account-panel">
      <header className="account-panel-head">
        <h1>{title}</h1>
        {lead !== undefined && <p>{lead}</p>}
      </header>
      {children}
    </div>
  );
}
