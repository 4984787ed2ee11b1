import { relativeTime } from '../../i18n/format.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import profileMessages from '#messages/profile.json';
import { useNow } from '../../live/use-now.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { useErrorToast } from '../../ui/problem-notice.tsx';
import { showToast } from '../../ui/toast-store.ts';
import type { OwnSession } from '../../../worker/contract/own-sessions.ts';
import { useEndSession } from './devices.ts';

const TICK_MS = 30_000;

type DeviceRowProps = { readonly session: OwnSession; readonly onGone: () => void };

export function DeviceRow({ session, onGone }: DeviceRowProps) {
  const t = useMessages(profileMessages.sessions);
  const f = useFormat();
  const now = useNow(TICK_MS);
  const device = session.device ?? t('unknown');
  return (
    <li className="safety-row">
      <div className="safety-what">
        <p className="safety-name">
          {device} {session.current && <Badge tone="success">{t('current')}</Badge>}
        </p>
        <p className="small quiet">
          {session.current
            ? t('seenNow')
            : t('seen', { when: relativeTime(f.locale, session.lastSeenAt, now) })}
          {' · '}
          {session.place ?? t('place')}
          {' · '}
          {t('since', { date: f.dateTime(session.createdAt, 'minute') })}
        </p>
      </div>
      {!session.current && <EndButton id={session.id} device={device} onGone={onGone} />}
    </li>
  );
}

type EndButtonProps = { readonly id: string; readonly device: string; readonly onGone: () => void };

function EndButton({ id, device, onGone }: EndButtonProps) {
  const t = useMessages(profileMessages.sessions);
  const showError = useErrorToast();
  const endSession = useEndSession();
  const end = () =>
    endSession.mutate(id, {
      onSuccess() {
        showToast({ type: 'success', title: t('ended.title'), message: t('ended.text', { device }) });
        onGone();
      },
      onError: (error) => showError(t('notEnded'), error),
    });
  return (
    <Button
      size="small"
      busy={endSession.isPending}
      busyLabel={t('ending')}
      aria-label={t('endNamed', { device })}
      onClick={end}
    >
      {t('end')}
    </Button>
  );
}
