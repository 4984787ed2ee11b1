// The bell: how many crossings are new, and a word at the moment one happens. For signed-in customers.

import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '../../api/keys.ts';
import { useWords } from '../../i18n/use-words.ts';
import { bellWords } from '../../i18n/words/bell.ts';
import { useFeedState } from '../../live/live-prices.tsx';
import { Icon } from '../../ui/icon.tsx';
import { showToast } from '../../ui/toast-store.ts';
import type { AlertLog } from '../../../worker/contract/alerts.ts';
import '../../styles/bell.css';
import { useCrossingText } from './alert-crossing.tsx';
import { newSince } from './new-crossings.ts';
import { useBell } from './alert-queries.ts';

/** More than this is many. */
const COUNTED_TO = 9;
/** Longer than a common toast: it is what the customer has been waiting for. */
const TOAST_MS = 10_000;

const popup = () => import('./bell-popup.tsx');
const preload = () => void popup();
const BellPopup = lazy(async () => ({ default: (await popup()).BellPopup }));

export function Bell() {
  const t = useWords(bellWords);
  const bell = useBell();
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const [used, setUsed] = useState(false);
  useCrossingToasts(bell.data);
  useReadAfterGap();
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

/** What arrives while the page is open is said at once; what was there before only counts. */
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

/** Whatever was told while the socket was down was not heard: the bell asks when it is up again. */
function useReadAfterGap(): void {
  const client = useQueryClient();
  const state = useFeedState();
  const wasDown = useRef(false);
  useEffect(() => {
    if (state === 'disconnected') wasDown.current = true;
    if (state !== 'connected' || !wasDown.current) return;
    wasDown.current = false;
    void client.invalidateQueries({ queryKey: queryKeys.alerts });
  }, [client, state]);
}
