// A value on the device: parsed once per text, reported to every listener, kept in memory where the browser refuses storage.

import { afterEach, expect, test, vi } from 'vitest';
import { stored } from '../../../web/api/stored.ts';

const parse = (text: string | null) => ({ count: Number(text ?? 0) });

function storageOf(start: Readonly<Record<string, string>> = {}) {
  const texts = new Map(Object.entries(start));
  return {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => void texts.set(key, text),
    removeItem: (key: string) => void texts.delete(key),
  };
}

/** Sends the event that a browser sends to the other tabs. */
function tabs() {
  const events = new EventTarget();
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events));
  vi.stubGlobal('removeEventListener', events.removeEventListener.bind(events));
  return (key: string | null) => events.dispatchEvent(Object.assign(new Event('storage'), { key }));
}

afterEach(() => vi.unstubAllGlobals());

test('the same text is the same object', () => {
  const value = stored('n', parse, () => storageOf({ n: '7' }));
  expect(value.read()).toEqual({ count: 7 });
  expect(value.read()).toBe(value.read());
});

test('what one instance writes, another reads; null removes it', () => {
  const storage = storageOf();
  const one = stored('n', parse, () => storage);
  const other = stored('n', parse, () => storage);
  one.write('3');
  expect(other.read()).toEqual({ count: 3 });
  one.write(null);
  expect(storage.getItem('n')).toBeNull();
  expect(other.read()).toEqual({ count: 0 });
});

const refuse = () => {
  throw new DOMException('full', 'QuotaExceededError');
};

test.each([
  ['is absent', () => null],
  ['may not be touched', refuse],
  ['is full', () => ({ ...storageOf({ n: '1' }), setItem: refuse })],
])('where storage %s, a value lasts as long as the page', (_name, storage) => {
  const value = stored('n', parse, storage);
  value.write('5');
  expect(value.read()).toEqual({ count: 5 });
  value.write(null);
  expect(value.read().count).not.toBe(5);
});

test('listeners hear of this page and of other tabs, until they stop; other keys are not theirs', () => {
  const otherTab = tabs();
  const storage = storageOf();
  const value = stored('n', parse, () => storage);
  const heard: number[] = [];
  const elsewhere: number[] = [];
  const stop = value.subscribe(() => heard.push(value.read().count));
  const stopElsewhere = value.onOtherTab(() => elsewhere.push(value.read().count));
  value.write('1');
  storage.setItem('n', '2');
  otherTab('n');
  otherTab('m');
  storage.removeItem('n');
  otherTab(null);
  stop();
  stopElsewhere();
  value.write('9');
  otherTab('n');
  expect(heard).toEqual([1, 2, 0]);
  expect(elsewhere).toEqual([2, 0]);
});
