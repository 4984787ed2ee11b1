// Choices of this device that the server does not have yet. They are stored until it does, across tabs and reloads, so that
// an older reply of the server does not undo a choice made just before the page closed or the connection broke.

import * as v from 'valibot';
import { stored, type TextStorage } from '../../api/stored.ts';
import { SettingsChange } from '../../../worker/contract/settings.ts';

const Unsaved = v.object({ userId: v.string(), change: SettingsChange });

export function createUnsaved(storage: TextStorage | null) {
  const unsaved = stored('onca-unsaved-settings', parse, () => storage);

  /** Nothing for another user of this browser. */
  function read(userId: string): SettingsChange {
    const found = unsaved.read();
    return found?.userId === userId ? found.change : {};
  }

  const write = (userId: string, change: SettingsChange) =>
    unsaved.write(Object.keys(change).length === 0 ? null : JSON.stringify({ userId, change }));

  return {
    read,
    add: (userId: string, change: SettingsChange) => write(userId, { ...read(userId), ...change }),
    /** Removes what was sent, except what has changed again since. */
    settle(userId: string, sent: SettingsChange): void {
      const left = Object.entries(read(userId)).filter(
        ([name, value]) => sent[name as keyof SettingsChange] !== value,
      );
      write(userId, Object.fromEntries(left));
    },
    forget: () => unsaved.write(null),
  };
}

function parse(text: string | null): v.InferOutput<typeof Unsaved> | null {
  try {
    return v.parse(Unsaved, JSON.parse(text ?? 'null'));
  } catch {
    return null;
  }
}
