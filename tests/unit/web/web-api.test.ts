import { describe, expect, it, vi } from 'vitest';
import { sendUntilDecided, moneyIntent, UnknownOutcomeError } from '../../../web/api/money-intent.ts';
import { isRefusal, NetworkError, type ProblemError } from '../../../web/api/problem-error.ts';
import { problemFrom } from '../../../web/api/read-problem.ts';
import {
  createSessionClock,
  type Locks,
  parseExpiry,
  type RefreshOutcome,
  type SessionExpiry,
} from '../../../web/api/session-clock.ts';
import { createTransport } from '../../../web/api/transport.ts';

const problemReply = (status: number, code: string, more: object = {}, headers: HeadersInit = {}) =>
  new Response(JSON.stringify({ type: 'about:blank', title: 't', status, code, detail: 'd', ...more }), {
    status,
    headers: { 'Content-Type': 'application/problem+json', ...headers },
  });

async function refusal(status: number, code: string): Promise<ProblemError> {
  return problemFrom(problemReply(status, code));
}

describe('a failed call', () => {
  it('carries the code, the fields and the waiting time of a problem document', async () => {
    const errors = [{ field: 'email', code: 'invalidEmail', message: 'm' }];
    const error = await problemFrom(
      problemReply(429, 'TooManyRequests', { errors }, { 'Retry-After': '30' }),
    );
    expect(error).toMatchObject({
      problem: { code: 'TooManyRequests', errors, retryAfterSeconds: 30 },
      status: 429,
    });
    expect(isRefusal(error)).toBe(true);
  });

  it('is understood even when a proxy answers with a page', async () => {
    const error = await problemFrom(new Response('<h1>Bad gateway</h1>', { status: 502 }));
    expect(error).toMatchObject({ problem: { code: 'Unavailable' }, status: 502 });
    expect(isRefusal(error)).toBe(false);
  });

  it('never believes a code it does not know', async () => {
    expect((await problemFrom(problemReply(404, 'toString'))).problem.code).toBe('NotFound');
  });
});

function transportWith(replies: (() => Response | Promise<Response>)[], outcome: RefreshOutcome = 'fresh') {
  const fetched: string[] = [];
  const sent: unknown[] = [];
  const ended = vi.fn<() => void>();
  const refresh = vi.fn<() => Promise<RefreshOutcome>>(async () => outcome);
  const keepFresh = vi.fn<() => Promise<void>>(async () => undefined);
  const stepUp = vi.fn<(methods: readonly string[]) => Promise<boolean>>(async () => true);
  let online = true;
  const transport = createTransport({
    fetch: async (input, init) => {
      fetched.push(String(input));
      const { method, body, headers } = init ?? {};
      sent.push({ method, body, headers });
      const reply = replies.shift();
      if (reply === undefined) throw new TypeError('Failed to fetch');
      return reply();
    },
    isOnline: () => online,
    keepFresh,
    refresh,
    stepUp,
    onSessionEnded: ended,
  });
  return { transport, fetched, sent, ended, refresh, stepUp, keepFresh, goOffline: () => (online = false) };
}

const fine = () => new Response('{}', { status: 200 });

describe('the transport', () => {
  it('refreshes once after a 401 and sends the same call again', async () => {
    const t = transportWith([() => problemReply(401, 'Unauthenticated'), fine]);
    expect((await t.transport('/api/portfolio')).status).toBe(200);
    expect(t.refresh).toHaveBeenCalledTimes(1);
    expect(t.fetched).toEqual(['/api/portfolio', '/api/portfolio']);
    expect(t.ended).not.toHaveBeenCalled();
  });

  it('says that the session is over when the refresh is refused', async () => {
    const t = transportWith([() => problemReply(401, 'SessionExpired')], 'ended');
    await expect(t.transport('/api/portfolio')).rejects.toMatchObject({
      problem: { code: 'SessionExpired' },
    });
    expect(t.ended).toHaveBeenCalledTimes(1);
  });

  it('does not end the session when nobody answered the refresh', async () => {
    const t = transportWith([() => problemReply(401, 'Unauthenticated')], 'unknown');
    await expect(t.transport('/api/portfolio')).rejects.toBeInstanceOf(NetworkError);
    expect(t.ended).not.toHaveBeenCalled();
  });

  it('takes wrong credentials for what they are and refreshes nothing', async () => {
    const t = transportWith([() => problemReply(401, 'InvalidCredentials')]);
    await expect(t.transport('/api/auth/sign-in')).rejects.toMatchObject({
      problem: { code: 'InvalidCredentials' },
    });
    expect(t.refresh).not.toHaveBeenCalled();
    expect(t.keepFresh).not.toHaveBeenCalled();
  });

  it('asks who the customer is when that is missing, and sends the very same request again', async () => {
    const missing = () => problemReply(403, 'StepUpRequired', { methods: ['totp', 'recovery'] });
    const t = transportWith([missing, fine]);
    const init = { method: 'POST', body: '{"quote":"q"}', headers: { 'Idempotency-Key': 'k-1' } };
    expect((await t.transport('/api/trades', init)).status).toBe(200);
    expect(t.stepUp).toHaveBeenCalledExactlyOnceWith(['totp', 'recovery']);
    expect(t.sent).toEqual([init, init]);
  });

  it('gives the refusal back when the customer would rather not, and sends nothing again', async () => {
    const t = transportWith([() => problemReply(403, 'StepUpRequired', { methods: ['password'] }), fine]);
    t.stepUp.mockResolvedValue(false);
    await expect(t.transport('/api/quotes')).rejects.toMatchObject({
      problem: { code: 'StepUpRequired', methods: ['password'] },
    });
    expect(t.fetched).toHaveLength(1);
  });

  it('asks once: a second refusal is told, not asked about for ever', async () => {
    const missing = () => problemReply(403, 'StepUpRequired', { methods: ['password'] });
    const t = transportWith([missing, missing, fine]);
    await expect(t.transport('/api/quotes')).rejects.toMatchObject({ problem: { code: 'StepUpRequired' } });
    expect(t.stepUp).toHaveBeenCalledTimes(1);
  });

  it('takes a refused proof for the answer to that proof', async () => {
    const t = transportWith([() => problemReply(403, 'StepUpRequired', { methods: ['totp'] })]);
    await expect(t.transport('/api/auth/step-up')).rejects.toMatchObject({
      problem: { code: 'StepUpRequired' },
    });
    expect(t.stepUp).not.toHaveBeenCalled();
  });

  it('refreshes first and asks then, where both are needed', async () => {
    const t = transportWith([
      () => problemReply(401, 'Unauthenticated'),
      () => problemReply(403, 'StepUpRequired', { methods: ['password'] }),
      fine,
    ]);
    expect((await t.transport('/api/quotes')).status).toBe(200);
    expect(t.refresh).toHaveBeenCalledTimes(1);
    expect(t.stepUp).toHaveBeenCalledTimes(1);
    expect(t.ended).not.toHaveBeenCalled();
  });

  it('tells silence from being offline', async () => {
    const t = transportWith([]);
    await expect(t.transport('/api/prices')).rejects.toMatchObject({ failure: 'unreachable' });
    t.goOffline();
    await expect(t.transport('/api/prices')).rejects.toMatchObject({ failure: 'offline' });
  });
});

function memoryStorage() {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
}

/** A lock as browsers have it: one holder at a time, the others wait in order. */
function oneLock(): Locks {
  let tail: Promise<unknown> = Promise.resolve();
  return {
    request(_name, run) {
      const turn = tail.then(run);
      tail = turn.catch(() => undefined);
      return turn;
    },
  };
}

describe('the session clock', () => {
  const mark = (expiresAt: number): SessionExpiry => ({ userId: 'u1', expiresAt });

  it('refreshes within 90 seconds of expiry, and not before', async () => {
    const renew = vi.fn<() => Promise<SessionExpiry | null>>(async () => mark(2_000_000));
    let now = 0;
    const clock = createSessionClock({ storage: memoryStorage(), locks: null, now: () => now, renew });
    clock.start(mark(900_000));
    now = 809_999;
    await clock.keepFresh();
    expect(renew).not.toHaveBeenCalled();
    now = 810_000;
    await clock.keepFresh();
    expect(renew).toHaveBeenCalledTimes(1);
    expect(clock.read()?.expiresAt).toBe(2_000_000);
    expect(clock.dueIn()).toBe(2_000_000 - 90_000 - 810_000);
  });

  it('refreshes once for two tabs and many calls', async () => {
    const storage = memoryStorage();
    const locks = oneLock();
    const renew = vi.fn<() => Promise<SessionExpiry | null>>(async () => mark(2_000_000));
    const tab = () => createSessionClock({ storage, locks, now: () => 1_000_000, renew });
    const [one, two] = [tab(), tab()];
    one.start(mark(1_000_000));
    await Promise.all([one.keepFresh(), one.refresh(), two.keepFresh(), two.refresh()]);
    expect(renew).toHaveBeenCalledTimes(1);
  });

  it('forgets a session the server has ended, and keeps one it could not ask about', async () => {
    const answers: (() => Promise<SessionExpiry | null>)[] = [
      () => Promise.reject(new Error('offline')),
      () => Promise.resolve(null),
    ];
    const clock = createSessionClock({
      storage: memoryStorage(),
      locks: null,
      now: () => 0,
      renew: () => (answers.shift() as () => Promise<SessionExpiry | null>)(),
    });
    clock.start(mark(1));
    expect(await clock.refresh()).toBe('unknown');
    expect(clock.read()).toEqual(mark(1));
    expect(await clock.refresh()).toBe('ended');
    expect(clock.read()).toBeNull();
  });

  it('works where local storage is forbidden', async () => {
    const clock = createSessionClock({
      storage: null,
      locks: null,
      now: () => 0,
      renew: async () => mark(5),
    });
    clock.start(mark(3));
    expect(clock.read()).toEqual(mark(3));
  });

  it('reads no mark out of anything else', () => {
    for (const text of [null, '', 'x', '1', 'null', '{}', '{"userId":1,"expiresAt":2}']) {
      expect(parseExpiry(text)).toBeNull();
    }
  });
});

describe('a money intent', () => {
  const wait = vi.fn<(ms: number) => Promise<void>>(async () => undefined);

  it('sends the same key until the server decides, and says that the reply is a replay', async () => {
    const keys: string[] = [];
    const retried: number[] = [];
    const reply = await sendUntilDecided({
      intent: moneyIntent({ amountCents: 100_00 }),
      wait,
      onRetry: (attempt) => retried.push(attempt),
      send: async (_body, key) => {
        keys.push(key);
        if (keys.length < 3) throw new NetworkError('unreachable');
        return { value: 'done', replayed: true };
      },
    });
    expect(reply).toEqual({ value: 'done', replayed: true });
    expect(new Set(keys).size).toBe(1);
    expect(retried).toEqual([1, 2]);
  });

  it('stops at a refusal: nothing happened', async () => {
    const send = vi.fn<() => Promise<never>>(async () =>
      Promise.reject(await refusal(422, 'InsufficientFunds')),
    );
    await expect(sendUntilDecided({ intent: moneyIntent({}), wait, send })).rejects.toMatchObject({
      problem: { code: 'InsufficientFunds' },
    });
    expect(send).toHaveBeenCalledTimes(1);
  });

  it('admits that nobody knows after three silences, and the same intent can be sent again', async () => {
    const intent = moneyIntent({});
    const seen: string[] = [];
    const silent = async (_body: object, key: string) => {
      seen.push(key);
      throw await refusal(503, 'Unavailable');
    };
    await expect(sendUntilDecided({ intent, wait, send: silent })).rejects.toBeInstanceOf(
      UnknownOutcomeError,
    );
    const again = await sendUntilDecided({
      intent,
      wait,
      send: async (_body, key) => {
        seen.push(key);
        return { value: 1, replayed: false };
      },
    });
    expect(again.value).toBe(1);
    expect(seen).toHaveLength(4);
    expect(new Set(seen).size).toBe(1);
  });

  it('throws a fault of our own as it is', async () => {
    const send = async () => Promise.reject(new RangeError('bug'));
    await expect(sendUntilDecided({ intent: moneyIntent({}), wait, send })).rejects.toBeInstanceOf(
      RangeError,
    );
  });
});
