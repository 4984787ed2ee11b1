import { afterEach, expect, test, vi } from 'vitest';
import {
  currentToasts,
  dismissToast,
  showToast,
  subscribeToasts,
  TOAST_DURATION_MS,
} from '../../../web/ui/toast-store.ts';

afterEach(() => {
  for (const { id } of currentToasts()) dismissToast(id);
});

test('a message lasts five seconds unless it says otherwise', () => {
  expect(TOAST_DURATION_MS).toBe(5_000);
  showToast({ type: 'info', title: 'one' });
  showToast({ type: 'info', title: 'two', duration: 0 });
  expect(currentToasts().map(({ duration }) => duration)).toEqual([5_000, 0]);
});

test.each(['success', 'error', 'warning', 'info'] as const)(
  'a %s message has an id, a title, a text and a duration, and goes when it is closed',
  (type) => {
    const id = showToast({ type, title: 'Title', message: 'Text', duration: 1_000 });
    expect(currentToasts()).toEqual([{ id, type, title: 'Title', message: 'Text', duration: 1_000 }]);
    dismissToast(id);
    expect(currentToasts()).toEqual([]);
  },
);

test('ids differ; the same id again takes the place of the first', () => {
  const first = showToast({ type: 'info', title: 'one' });
  expect(showToast({ type: 'info', title: 'two' })).not.toBe(first);
  showToast({ type: 'error', title: 'again', id: first });
  expect(currentToasts().map(({ title }) => title)).toEqual(['two', 'again']);
});

test('the outlet is told of every change until it leaves', () => {
  const listener = vi.fn<() => void>();
  const leave = subscribeToasts(listener);
  dismissToast(showToast({ type: 'success', title: 'done' }));
  expect(listener).toHaveBeenCalledTimes(2);
  leave();
  showToast({ type: 'success', title: 'unheard' });
  expect(listener).toHaveBeenCalledTimes(2);
});
