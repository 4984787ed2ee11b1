import { Outlet } from 'react-router';

/** The account's frame: its tabs, each with an address of its own. */
export default function ProfilePage() {
  return (
    <div className="wrap">
      <Outlet />
    </div>
  );
}
