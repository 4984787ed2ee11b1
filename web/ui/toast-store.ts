// The toasts of the whole page; toasts.tsx shows them.

export type ToastType = 'success' | 'error' | 'warning' | 'info';

export type Toast = {
  readonly id: string;
  readonly type: ToastType;
  readonly title: string;
  readonly message: string;
  /** Milliseconds; 0 stays until it is closed. */
  readonly duration: number;
};

export const TOAST_DURATION_MS = 5_000;

let toasts: readonly Toast[] = [];
const listeners = new Set<() => void>();

function publish(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

type NewToast = {
  readonly type: ToastType;
  readonly title: string;
  readonly message?: string;
  readonly duration?: number;
  /** A toast with the same id replaces the one before. */
  readonly id?: string;
};

export function showToast({ type, title, message = '', duration = TOAST_DURATION_MS, id }: NewToast): string {
  const toast: Toast = { id: id ?? crypto.randomUUID(), type, title, message, duration };
  publish([...toasts.filter((other) => other.id !== toast.id), toast]);
  return toast.id;
}

export function dismissToast(id: string): void {
  publish(toasts.filter((toast) => toast.id !== id));
}

export function subscribeToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const currentToasts = (): readonly Toast[] => toasts;

const NONE: readonly Toast[] = [];
/** Hydration starts without any. */
export const serverToasts = (): readonly Toast[] => NONE;
