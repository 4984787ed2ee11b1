// The operators' frame: its tabs. The server refuses everybody else on every page and call; this leads them away.

import { Outlet } from 'react-router';

export default function AdminPage() {
  return (
    <div className="wrap">
      <Outlet />
    </div>
  );
}
