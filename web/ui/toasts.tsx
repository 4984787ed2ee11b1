import { useEffect, useRef, useSyncExternalStore } from 'react';
import { commonWords } from '../i18n/words/common.ts';
import { useWords } from '../i18n/use-words.ts';
import { IconButton } from './icon-button.tsx';
import { Icon, type IconName } from './icon.tsx';
import {
  currentToasts,
  dismissToast,
  serverToasts,
  subscribeToasts,
  type Toast,
  type ToastType,
} from './toast-store.ts';

const ICONS: Readonly<Record<ToastType, IconName>> = {
  success: 'check',
  error: 'alert',
  warning: 'clock',
  info: 'info',
};

/** While the pointer or the focus is on a message its clock waits, in steps of this length. */
const HOLD_STEP_MS = 1_000;

/** The outlet: mounted once by the shell. The region exists before any message, or it would not be announced. */
export function Toasts() {
  const t = useWords(commonWords);
  const toasts = useSyncExternalStore(subscribeToasts, currentToasts, serverToasts);
  return (
    <section className="toasts" aria-label={t('notices')}>
      <ul aria-live="polite" aria-relevant="additions text">
        {toasts.map((toast) => (
          <ToastCard key={toast.id} toast={toast} />
        ))}
      </ul>
    </section>
  );
}

function ToastCard({ toast }: { readonly toast: Toast }) {
  const t = useWords(commonWords);
  const card = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (toast.duration === 0) return;
    let timer = setTimeout(expire, toast.duration);
    function expire() {
      const held = card.current?.matches(':hover, :focus-within') ?? false;
      if (held) timer = setTimeout(expire, HOLD_STEP_MS);
      else dismissToast(toast.id);
    }
    return () => clearTimeout(timer);
  }, [toast]);
  return (
    <li
      ref={card}
      className={`toast toast-${toast.type}`}
      role={toast.type === 'error' ? 'alert' : undefined}
    >
      <Icon name={ICONS[toast.type]} />
      <div>
        <p className="toast-title">{toast.title}</p>
        {toast.message !== '' && <p className="toast-message">{toast.message}</p>}
      </div>
      <IconButton icon="x" label={t('close')} onClick={() => dismissToast(toast.id)} />
    </li>
  );
}
