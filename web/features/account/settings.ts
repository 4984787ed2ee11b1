// The account's settings: read, saved, and kept in step with this device. Changes are sent one request after the other, so
// that the last one wins, with `keepalive`, so that they survive the page. A failed change is stored and sent again later.

import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import * as v from 'valibot';
import { localStorageOrNull } from '../../api/browser-ports.ts';
import { api, receive } from '../../api/client.ts';
import { queryKeys } from '../../api/keys.ts';
import uiMessages from '#messages/ui.json';
import { showToast } from '../../ui/toast-store.ts';
import { SettingsChange, SettingsReply } from '../../../worker/contract/settings.ts';
import { applySettings } from './choices.ts';
import { stored, type TextStorage } from '../../api/stored.ts';

const Unsaved = v.object({ userId: v.string(), change: SettingsChange });

/**
 * The choices of this device that the server does not have yet. They stay in storage until it has them, across tabs and
 * reloads, so that an older reply of the server does not undo a choice made just before the page closed or went offline.
 */
export function createUnsaved(storage: TextStorage | null) {
  const cell = stored('onca-unsaved-settings', parse, () => storage);

  /** Nothing for another user of this browser. */
  function read(userId: string): SettingsChange {
    const found = cell.read();
    return found?.userId === userId ? found.change : {};
  }

  const write = (userId: string, change: SettingsChange) =>
    cell.write(Object.keys(change).length === 0 ? null : JSON.stringify({ userId, change }));

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
    forget: () => cell.write(null),
  };
}

function parse(text: string | null): v.InferOutput<typeof Unsaved> | null {
  try {
    return v.parse(Unsaved, JSON.parse(text ?? 'null'));
  } catch {
    return null;
  }
}

export const unsaved = createUnsaved(localStorageOrNull());

export function fetchSettings(signal: AbortSignal): Promise<SettingsReply> {
  return receive(SettingsReply, api.settings.$get({}, { init: { signal } }));
}

/** Read again when the user returns to the page: another device can have changed them. */
const settingsQuery = queryOptions({
  queryKey: queryKeys.settings,
  queryFn: ({ signal }) => fetchSettings(signal),
});

export const useSettings = () => useQuery(settingsQuery);

export function sendSettings(change: SettingsChange): Promise<SettingsReply> {
  return receive(SettingsReply, api.settings.$patch({ json: change }, { init: { keepalive: true } }));
}

let running: Promise<void> | null = null;

/** Sends what is not saved yet. */
function saveUnsaved(client: QueryClient, userId: string): Promise<void> {
  running ??= sendAll(client, userId).finally(() => {
    running = null;
  });
  return running;
}

async function sendAll(client: QueryClient, userId: string): Promise<void> {
  for (;;) {
    const change = unsaved.read(userId);
    if (Object.keys(change).length === 0) return;
    // A reply that was read before this change must not arrive after it, nor one that was asked for while it was on its way.
    await client.cancelQueries({ queryKey: queryKeys.settings });
    const saved = await sendSettings(change);
    await client.cancelQueries({ queryKey: queryKeys.settings });
    unsaved.settle(userId, change);
    client.setQueryData(queryKeys.settings, saved);
  }
}

/** Saves a choice to the account. Rejects when it could not be sent now; it is then sent again later. */
export function saveChoice(client: QueryClient, userId: string, change: SettingsChange): Promise<void> {
  unsaved.add(userId, change);
  return saveUnsaved(client, userId);
}

export function showUnsavedToast(): void {
  showToast({
    type: 'warning',
    title: uiMessages.save.unsaved.title,
    message: uiMessages.save.unsaved.text,
    id: 'unsaved-settings',
  });
}

/** Keeps this device and the account in step. Mounted once the page is idle, for signed-in users; renders nothing. */
export function SettingsKeeper({ userId }: { readonly userId: string }) {
  const client = useQueryClient();
  const { data } = useSettings();

  useEffect(() => {
    // Without a message: the user read one when the choice was made.
    const send = () => void saveUnsaved(client, userId).catch(() => undefined);
    send();
    addEventListener('online', send);
    return () => removeEventListener('online', send);
  }, [client, userId]);

  useEffect(() => {
    // A choice of this device that is not saved yet is newer than the server's.
    if (data !== undefined) applySettings({ ...data, ...unsaved.read(userId) });
  }, [data, userId]);

  return null;
}
