// The end of a session and the query cache: its data goes once the page has heard of the end, and never a new session's.

import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type EndedElsewhere, rememberEndedElsewhere } from '../../../web/api/ended-elsewhere.ts';
import { queryKeys } from '../../../web/api/keys.ts';
import { beginSession, endReason, endSession } from '../../../web/features/auth/session-transitions.ts';
import type { KnownSession } from '../../../web/features/auth/session.ts';
import type { SignedIn } from '../../../worker/contract/sessions.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const signedIn = { session: { user: { id: 'ana' }, expiresIn: 900 }, profile: { id: 'ana' } } as SignedIn;

function signedInClient(): QueryClient {
  const client = new QueryClient();
  beginSession(client, signedIn);
  client.setQueryData(queryKeys.portfolio, { cashCents: 1 });
  return client;
}

const known = (client: QueryClient) => client.getQueryData<KnownSession>(queryKeys.session);

test('components hear of the end before their data is removed, or they would ask for it again', () => {
  const client = signedInClient();
  let dataWhenHeard: unknown;
  const stop = client.getQueryCache().subscribe(({ query }) => {
    if (query.queryKey[0] === 'session') dataWhenHeard = client.getQueryData(queryKeys.portfolio);
  });
  endSession(client, 'signed-out');
  expect(known(client)).toMatchObject({ session: null, absence: 'signed-out' });
  vi.runAllTimers();
  stop();
  expect(dataWhenHeard).toEqual({ cashCents: 1 });
  expect(client.getQueryData(queryKeys.portfolio)).toBeUndefined();
});

test('a session that begins at once keeps its own data', () => {
  const client = signedInClient();
  endSession(client, 'expired');
  beginSession(client, signedIn);
  expect(client.getQueryData(queryKeys.portfolio)).toBeUndefined();
  client.setQueryData(queryKeys.settings, { theme: 'dark' });
  vi.runAllTimers();
  expect(client.getQueryData(queryKeys.settings)).toEqual({ theme: 'dark' });
});

test('the first reason for the end is the one that counts', () => {
  const client = signedInClient();
  endSession(client, 'signed-out');
  endSession(client, 'expired');
  expect(known(client)).toMatchObject({ absence: 'signed-out' });
});

test.each<EndedElsewhere>(['ended', 'suspended'])('an end from elsewhere is told apart: %s', (how) => {
  const client = signedInClient();
  expect(endReason()).toBe('expired');
  rememberEndedElsewhere(how);
  expect(endReason()).toBe(how);
  vi.advanceTimersByTime(31_000);
  // An older word is about another session.
  expect(endReason()).toBe('expired');
  rememberEndedElsewhere(how);
  beginSession(client, signedIn);
  expect(endReason()).toBe('expired');
});
