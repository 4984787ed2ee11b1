// What is told of a change is told, also where what it changed takes its form off the page.

import { MutationObserver, QueryClient } from '@tanstack/react-query';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test, vi } from 'vitest';
import { afterwards } from '../../../web/api/afterwards.ts';

const WEB = resolve(import.meta.dirname, '../../../web');

/** A change that is over once its lists were read again: `readAgain` does that. */
function change(mutationFn: () => Promise<string>) {
  const again = Promise.withResolvers<void>();
  const client = new QueryClient();
  const observer = new MutationObserver(client, { mutationFn, onSettled: () => again.promise, retry: false });
  // The form watches it as long as it is on the page.
  return { observer, leavePage: observer.subscribe(() => {}), readAgain: again.resolve };
}

test('a form that is gone before everything was read again has told of its change', async () => {
  const { observer, leavePage, readAgain } = change(async () => 'proposed');
  const [told, forgotten] = [vi.fn<(answer: string) => void>(), vi.fn<() => void>()];
  afterwards(observer.mutate(undefined, { onSuccess: forgotten }), { onSuccess: told });
  leavePage();
  readAgain();
  await vi.waitFor(() => expect(told).toHaveBeenCalledExactlyOnceWith('proposed'));
  // Why no component may pass callbacks to `mutate`.
  expect(forgotten).not.toHaveBeenCalled();
});

test('a failure is told, or is left to the form that shows it', async () => {
  const failing = async () => {
    throw new Error('refused');
  };
  const [first, second] = [change(failing), change(failing)];
  const failed = vi.fn<() => void>();
  afterwards(first.observer.mutate(), { onError: failed });
  afterwards(second.observer.mutate(), { onSuccess: failed });
  first.readAgain();
  second.readAgain();
  await vi.waitFor(() => expect(failed).toHaveBeenCalledExactlyOnceWith(new Error('refused')));
  first.leavePage();
  second.leavePage();
});

test('no component leaves what it tells to callbacks that are forgotten with it', () => {
  const files = readdirSync(WEB, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.tsx?$/u.test(file),
  );
  expect(files.length).toBeGreaterThan(300);
  const leaving = files.filter((file) =>
    /\.mutate\([^;]*\bon(?:Success|Error|Settled)\b/u.test(readFileSync(join(WEB, file), 'utf8')),
  );
  expect(leaving).toEqual([]);
});
