// A reader's guard: what a handler throws is the answer, and its session is not asked for after it.

import { Hono } from 'hono';
import { expect, test, vi } from 'vitest';
import { signAccessToken } from '../../../worker/auth/access-token.ts';
import { requireReader } from '../../../worker/auth/guards.ts';
import type { AppEnv } from '../../../worker/http/hono.ts';

const SESSION_SECRET = 'a-session-secret-of-32-characters';

test('a handler that throws is answered once, and nothing more is read', async () => {
  const now = Date.now();
  const session = { id: 'session-1', userId: 'user-1', generation: 1, expiresAt: now + 60_000 };
  const { token } = await signAccessToken(SESSION_SECRET, session, now);
  const statement = { bind: () => statement };
  const batch = vi.fn<() => Promise<never>>(() => Promise.reject(new Error('no database')));
  const thrown: string[] = [];
  const app = new Hono<AppEnv>()
    .use(requireReader)
    .get('/', () => {
      throw new Error('of the handler');
    })
    .onError((error, c) => {
      thrown.push(error.message);
      return c.text('sorry', 500);
    });
  const reply = await app.request(
    'http://localhost/',
    { headers: { Cookie: `onca_access=${token}` } },
    { DB: { prepare: () => statement, batch }, SESSION_SECRET, ENVIRONMENT: 'local' },
  );
  expect([reply.status, await reply.text()]).toEqual([500, 'sorry']);
  expect(thrown).toEqual(['of the handler']);
  expect(batch).not.toHaveBeenCalled();
});
