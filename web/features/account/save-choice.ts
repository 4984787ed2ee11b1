// Saves choices to the customer's account, one request after the other, so that the last one wins. A request that is on
// its way when the page closes is still carried out (`keepalive`), and what fails is kept and sent again later.

import type { QueryClient } from '@tanstack/react-query';
import { localStorageOrNull } from '../../api/browser-ports.ts';
import { api, receive } from '../../api/client.ts';
import { queryKeys } from '../../api/keys.ts';
import { SettingsReply, type SettingsChange } from '../../../worker/contract/settings.ts';
import { createUnsaved } from './unsaved-settings.ts';

export const unsaved = createUnsaved(localStorageOrNull());

export function sendSettings(change: SettingsChange): Promise<SettingsReply> {
  return receive(SettingsReply, api.settings.$patch({ json: change }, { init: { keepalive: true } }));
}

let running: Promise<void> | null = null;

/** Sends what is not saved yet. */
export function saveUnsaved(client: QueryClient, userId: string): Promise<void> {
  running ??= sendAll(client, userId).finally(() => {
    running = null;
  });
  return running;
}

/** Remembers a choice and sends it. */
export function keepChoice(client: QueryClient, userId: string, change: SettingsChange): Promise<void> {
  unsaved.add(userId, change);
  return saveUnsaved(client, userId);
}

async function sendAll(client: QueryClient, userId: string): Promise<void> {
  for (;;) {
    const change = unsaved.read(userId);
    if (Object.keys(change).length === 0) return;
    // An answer that was read before this change must not arrive after it.
    await client.cancelQueries({ queryKey: queryKeys.settings });
    const saved = await sendSettings(change);
    unsaved.settle(userId, change);
    client.setQueryData(queryKeys.settings, saved);
  }
}
