// A refused call is answered whether or not the log can be written; what could not be written is told.

import { Hono } from 'hono';
import { expect, test, vi } from 'vitest';
import { signAccessToken } from '../../../worker/auth/access-token.ts';
import { noteRefusedCall } from '../../../worker/auth/refused-operators.ts';
import type { AppEnv } from '../../../worker/http/hono.ts';

const SESSION_SECRET = 'a-session-secret-of-32-characters';

test('a refusal that could not be written is an error in the log of the Worker, and the call is answered', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const now = Date.now();
  const session = { id: 'session-1', userId: 'user-1', generation: 1, expiresAt: now + 60_000 };
  const { token } = await signAccessToken(SESSION_SECRET, session, now);
  const after: Promise<unknown>[] = [];
  const app = new Hono<AppEnv>().get('/', (c) => {
    noteRefusedCall(c, 'operator.role-refused');
    return c.text('no', 403);
  });
  const DB = {
    prepare: () => {
      throw new Error('no database');
    },
  };
  try {
    const reply = await app.request(
      'http://localhost/',
      { headers: { Cookie: `onca_access=${token}` } },
      { DB, SESSION_SECRET, ENVIRONMENT: 'local' },
      {
        waitUntil: (promise) => after.push(promise),
        passThroughOnException: () => undefined,
        props: {},
      },
    );
    expect(reply.status).toBe(403);
    expect(await Promise.all(after)).toEqual([undefined]);
    expect(log.mock.calls.flat().map((line) => JSON.parse(String(line)) as object)).toEqual([
      { event: 'refusal-not-written', level: 'error', error: 'Error: no database' },
    ]);
  } finally {
    log.mockRestore();
  }
});
