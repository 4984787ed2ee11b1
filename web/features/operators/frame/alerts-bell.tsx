// While something cannot wait: how much, on every operators' page, and the way to it.

import { Link } from '../../../i18n/link.tsx';
import { useMessages } from '../../../i18n/use-messages.ts';
import operatorsMessages from '#messages/operators.json';
import { Icon } from '../../../ui/icon.tsx';
import '../../../styles/overlays.css';
import { useWaiting } from './waiting.ts';

export function AlertsBell() {
  const t = useMessages(operatorsMessages.frame);
  const alerts = useWaiting().work?.alerts ?? 0;
  if (alerts === 0) return null;
  return (
    <Link
      to="/admin/today"
      className="icon-button bell alerts-bell"
      aria-label={t.count('alerts', alerts)}
      title={t.count('alerts', alerts)}
    >
      <Icon name="alert" />
      <span className="bell-count num" aria-hidden="true">
        {alerts}
      </span>
    </Link>
  );
}
