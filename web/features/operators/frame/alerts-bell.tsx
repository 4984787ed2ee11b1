// While something cannot wait: how much, on every operators' page, whether anybody looks into it, and the way to it.

import { Link } from '../../../i18n/link.tsx';
import { Icon } from '../../../ui/icon.tsx';
import '../../../styles/overlays.css';
import { useAlertsNote } from './waiting-notes.ts';

export function AlertsBell() {
  const { count, nobody, text } = useAlertsNote();
  if (count === 0) return null;
  return (
    <Link
      to="/admin/today"
      className="icon-button bell alerts-bell"
      data-taken={nobody === 0 || undefined}
      aria-label={text}
      title={text}
    >
      <Icon name="alert" />
      <span className="bell-count num" aria-hidden="true">
        {count}
      </span>
    </Link>
  );
}
