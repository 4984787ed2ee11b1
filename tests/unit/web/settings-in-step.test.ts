// The account's settings while a choice is on its way to the server: no reply that is older than the choice is kept.

import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { queryKeys } from '../../../web/api/keys.ts';
import { fetchSettings, saveChoice } from '../../../web/features/account/settings.ts';

const COMMON = {
  notificationEmail: true,
  notificationSms: false,
  notificationPush: false,
  language: 'pt-BR',
  currency: 'BRL',
  weightUnit: 'g',
  channels: { email: true, sms: null, push: null },
};

afterEach(() => vi.unstubAllGlobals());

test('settings that were asked for while a choice was on its way, and come after it, are thrown away', async () => {
  const before = { platform: 'gold', theme: 'auto' };
  const after = { platform: 'crypto', theme: 'dark' };
  const held = { read: Promise.withResolvers<void>(), change: Promise.withResolvers<void>() };
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (_input: unknown, init?: RequestInit) => {
    const method = init?.method ?? 'GET';
    asked.push(method);
    await held[method === 'PATCH' ? 'change' : 'read'].promise;
    return Response.json({ ...COMMON, ...(method === 'PATCH' ? after : before) });
  });
  const client = new QueryClient();
  const saved = saveChoice(client, 'ana', { platform: 'crypto', theme: 'dark' });
  await vi.waitFor(() => expect(asked).toEqual(['PATCH']));
  // The page is idle only now and asks; the server reads before it writes, and answers last.
  const read = client.fetchQuery({
    queryKey: queryKeys.settings,
    queryFn: ({ signal }) => fetchSettings(signal),
  });
  const outcome = read.catch(() => 'thrown away');
  await vi.waitFor(() => expect(asked).toEqual(['PATCH', 'GET']));
  held.change.resolve();
  await saved;
  held.read.resolve();
  expect(await outcome).toBe('thrown away');
  expect(client.getQueryData(queryKeys.settings)).toMatchObject(after);
});
