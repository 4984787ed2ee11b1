// Choices made on this device that the server does not have yet. They are kept until it does, across tabs and reloads, so
// that a choice made just before the page closes or the connection breaks is not taken back by an older answer.

import * as v from 'valibot';
import { SettingsChange } from '../../../worker/contract/settings.ts';

const STORAGE_KEY = 'onca-unsaved-settings';

const Unsaved = v.object({ userId: v.string(), change: SettingsChange });

type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

export type UnsavedSettings = ReturnType<typeof createUnsaved>;

export function createUnsaved(shelf: Shelf | null) {
  /** Lives on when the browser refuses storage. */
  let memory: string | null = null;

  function load(): string | null {
    try {
      return shelf === null ? memory : shelf.getItem(STORAGE_KEY);
    } catch {
      return memory;
    }
  }

  function store(text: string | null): void {
    memory = text;
    try {
      if (text === null) shelf?.removeItem(STORAGE_KEY);
      else shelf?.setItem(STORAGE_KEY, text);
    } catch {
      // Full or forbidden: it lasts as long as the page.
    }
  }

  /** What this customer chose; another customer's leftovers are nobody's. */
  function read(userId: string): SettingsChange {
    const text = load();
    if (text === null) return {};
    try {
      const found = v.parse(Unsaved, JSON.parse(text));
      return found.userId === userId ? found.change : {};
    } catch {
      return {};
    }
  }

  const write = (userId: string, change: SettingsChange) =>
    store(Object.keys(change).length === 0 ? null : JSON.stringify({ userId, change }));

  return {
    read,
    add: (userId: string, change: SettingsChange) => write(userId, { ...read(userId), ...change }),
    /** Strikes out what was sent, unless it was changed again meanwhile. */
    settle(userId: string, sent: SettingsChange): void {
      const left = Object.entries(read(userId)).filter(
        ([name, value]) => sent[name as keyof SettingsChange] !== value,
      );
      write(userId, Object.fromEntries(left));
    },
    forget: () => store(null),
  };
}
