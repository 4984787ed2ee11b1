// A value that this device remembers under one key, for all tabs. It lasts as long as the page where the browser refuses
// storage.

import { useSyncExternalStore } from 'react';

export type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** `parse` gets null when nothing is stored. Texts of unknown versions arrive too: it must not throw. */
export function stored<T>(
  key: string,
  parse: (text: string | null) => T,
  // Reading the global itself throws where the user forbids storage.
  storage: () => TextStorage | null = () => localStorage,
) {
  const listeners = new Set<() => void>();
  const absent = parse(null);
  let parsed = { text: null as string | null, value: absent };
  /** The text that the browser refused to store; undefined while storage works. */
  let refused: string | null | undefined;

  function load(): string | null {
    if (refused !== undefined) return refused;
    try {
      return storage()?.getItem(key) ?? null;
    } catch {
      return null;
    }
  }

  /** The same object as long as the text is the same. */
  function read(): T {
    const text = load();
    if (text !== parsed.text) parsed = { text, value: parse(text) };
    return parsed.value;
  }

  function write(text: string | null): void {
    refused = undefined;
    try {
      const cell = storage();
      if (cell === null) refused = text;
      else if (text === null) cell.removeItem(key);
      else cell.setItem(key, text);
    } catch {
      refused = text;
    }
    for (const listener of listeners) listener();
  }

  /** Calls back when another tab has changed the value. */
  function onOtherTab(listener: () => void): () => void {
    const onStorage = ({ key: changed }: StorageEvent) => {
      // A null key means that everything was cleared.
      if (changed !== key && changed !== null) return;
      refused = undefined;
      listener();
    };
    addEventListener('storage', onStorage);
    return () => removeEventListener('storage', onStorage);
  }

  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    const stop = onOtherTab(listener);
    return () => {
      listeners.delete(listener);
      stop();
    };
  }

  /** The value as a hook. The prerendered page and hydration see an empty storage. */
  function useStored(): T {
    return useSyncExternalStore(subscribe, read, () => absent);
  }

  return { read, write, subscribe, onOtherTab, use: useStored };
}
