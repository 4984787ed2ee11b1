import { useRef, useSyncExternalStore } from 'react';
import commonMessages from '#messages/common.json';
import { useMessages } from '../i18n/use-messages.ts';
import '../styles/overlays.css';
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
import { useExpiry } from './use-expiry.ts';

const ICONS: Readonly<Record<ToastType, IconName>> = {
  success: 'check',
  error: 'stop',
  warning: 'alert',
  info: 'info',
};

const dismiss = ({ id }: Toast) => dismissToast(id);

/** Mounted once by the shell. The live region must exist before its first message, or that is not announced. */
export function Toasts() {
  const t = useMessages(commonMessages);
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
  const t = useMessages(commonMessages);
  const card = useRef<HTMLLIElement>(null);
  useExpiry(card, toast, toast.duration, dismiss);
  return (
    <li ref={card} className={`toast toast-${toast.type}`}>
      <Icon name={ICONS[toast.type]} />
      {/* An error interrupts the screen reader; other toasts wait. */}
      <div role={toast.type === 'error' ? 'alert' : undefined}>
        <p className="toast-title">{toast.title}</p>
        {toast.message !== '' && <p className="toast-message">{toast.message}</p>}
      </div>
      <IconButton icon="x" label={t('close')} onClick={() => dismiss(toast)} />
    </li>
  );
}
