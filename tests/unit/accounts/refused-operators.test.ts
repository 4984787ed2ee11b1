// A refused call is answered whether or not the log can be written; what could not be written is told.

import { Hono } from 'hono';
import { expect, test, vi } from 'vitest';
import { signAccessToken } from '../../../worker/auth/access-token.ts';
import { noteRefusedCall } from '../../../worker/auth/refused-operators.ts';
import type { AppEnv } from '../../../worker/http/hono.ts';

const SESSION_SECRET = 'a-session-secret-of-32-characters';

const refusing = new Hono<AppEnv>().get('/', (c) => {
  noteRefusedCall(c, 'operator.role-refused');
  return c.text('no', 403);
});

/** A call of somebody with these cookies, where there is no database; what it left to be done after its reply. */
async function refused(cookie: string) {
  const after: Promise<unknown>[] = [];
  const DB = {
    prepare: () => {
      throw new Error('no database');
    },
  };
  const reply = await refusing.request(
    'http://localhost/',
    { headers: { Cookie: cookie } },
    { DB, SESSION_SECRET, ENVIRONMENT: 'local' },
    { waitUntil: (promise) => after.push(promise), passThroughOnException: () => undefined, props: {} },
  );
  expect(reply.status).toBe(403);
  return Promise.all(after);
}

test('of a stranger nothing is noted, nor of a token that is not ours', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  try {
    expect(await refused('')).toEqual([]);
    expect(await refused('onca_access=made.up')).toEqual([undefined]);
    expect(log).not.toHaveBeenCalled();
  } finally {
    log.mockRestore();
  }
});

test('a refusal that could not be written is an error in the log of the Worker, and the call is answered', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const now = Date.now();
  const session = { id: 'session-1', userId: 'user-1', generation: 1, expiresAt: now + 60_000 };
  const { token } = await signAccessToken(SESSION_SECRET, session, now);
  try {
    expect(await refused(`onca_access=${token}`)).toEqual([undefined]);
    expect(log.mock.calls.flat().map((line) => JSON.parse(String(line)) as object)).toEqual([
      { event: 'refusal-not-written', level: 'error', error: 'Error: no database' },
    ]);
  } finally {
    log.mockRestore();
  }
});
