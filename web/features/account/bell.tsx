// The bell: how many fired alerts are unread, and a toast when one fires. For signed-in users.

import { Suspense, useEffect, useRef, useState } from 'react';
import { useMessages } from '../../i18n/use-messages.ts';
import alertsMessages from '#messages/alerts.json';
import { Icon } from '../../ui/icon.tsx';
import { showToast } from '../../ui/toast-store.ts';
import type { AlertLog } from '../../../worker/contract/alerts.ts';
import '../../styles/overlays.css';
import { useCrossingText } from './alert-crossing.tsx';
import { newSince, useBell } from './alerts.ts';
import { lazyPart } from '../../ui/lazy-part.ts';

const COUNTED_TO = 9;
/** Longer than other toasts: the user has been waiting for it. */
const TOAST_MS = 10_000;

const popup = () => import('./bell-popup.tsx');
const preload = () => void popup().catch(() => undefined);
const BellPopup = lazyPart(popup, 'BellPopup');

export function Bell() {
  const t = useMessages(alertsMessages.bell);
  const bell = useBell();
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const [used, setUsed] = useState(false);
  useCrossingToasts(bell.data);
  const unread = bell.data?.unread ?? 0;
  const change = (next: boolean) => {
    if (next) setUsed(true);
    setOpen(next);
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        className="icon-button bell"
        aria-label={unread === 0 ? t('label') : t.count('unread', unread)}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => change(!open)}
        onPointerEnter={preload}
        onFocus={preload}
      >
        <Icon name="bell" />
        {unread > 0 && (
          <span className="bell-count num" aria-hidden="true">
            {unread > COUNTED_TO ? `${COUNTED_TO}+` : unread}
          </span>
        )}
      </button>
      {used && (
        <Suspense fallback={null}>
          <BellPopup anchor={button} open={open} onOpenChange={change} />
        </Suspense>
      )}
    </>
  );
}

/** Shows a toast for what fires while the page is open; older entries only count. */
function useCrossingToasts(bell: AlertLog | undefined): void {
  const textOf = useCrossingText();
  const known = useRef<AlertLog | null>(null);
  useEffect(() => {
    if (bell === undefined) return;
    for (const crossing of newSince(known.current, bell)) {
      const { what, why } = textOf(crossing);
      showToast({
        type: 'info',
        title: what,
        message: why,
        duration: TOAST_MS,
        id: `crossing-${crossing.id}`,
      });
    }
    known.current = bell;
  }, [bell, textOf]);
}
