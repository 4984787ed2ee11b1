// Files go through a fetch that says how far they are, and fail as every other call fails.

import { afterEach, describe, expect, it, vi } from 'vitest';
import { fetchWithProgress } from '../../../web/api/upload.ts';
import { createTransport } from '../../../web/api/transport.ts';

type Script = (request: FakeRequest) => void;

/** The browser's XMLHttpRequest as far as an upload uses it; what happens after `send` is the test's script. */
class FakeRequest extends EventTarget {
  static script: Script = () => undefined;
  static sent: FakeRequest[] = [];
  readonly upload = new EventTarget();
  readonly requestHeaders: Record<string, string> = {};
  method = '';
  url = '';
  body: unknown = null;
  status = 0;
  responseText = '';
  replyHeaders = '';

  open(method: string, url: string) {
    this.method = method;
    this.url = url;
  }
  setRequestHeader(name: string, value: string) {
    this.requestHeaders[name.toLowerCase()] = value;
  }
  getAllResponseHeaders() {
    return this.replyHeaders;
  }
  send(body: unknown) {
    this.body = body;
    FakeRequest.sent.push(this);
    queueMicrotask(() => FakeRequest.script(this));
  }
  abort() {
    this.#end('abort');
  }
  progress(loaded: number, total: number) {
    const event = Object.assign(new Event('progress'), { lengthComputable: total > 0, loaded, total });
    this.upload.dispatchEvent(event);
  }
  reply(status: number, body: object, headers = 'content-type: application/problem+json\r\n') {
    Object.assign(this, { status, responseText: JSON.stringify(body), replyHeaders: headers });
    this.#end('load');
  }
  fail() {
    this.#end('error');
  }
  #end(type: string) {
    this.dispatchEvent(new Event(type));
    this.dispatchEvent(new Event('loadend'));
  }
}

const play = (script: Script) => {
  FakeRequest.script = script;
  FakeRequest.sent = [];
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
};
afterEach(() => vi.unstubAllGlobals());

function door(stepUp = true) {
  const shares: number[] = [];
  const send = createTransport(
    {
      fetch: fetchWithProgress((share) => shares.push(share)),
      isOnline: () => true,
      keepFresh: async () => undefined,
      refresh: async () => 'fresh',
      stepUp: async () => stepUp,
      onSessionEnded: () => undefined,
    },
    100,
  );
  return { send, shares };
}

const problem = (status: number, code: string, more: object = {}) => ({
  type: 'about:blank',
  title: 't',
  status,
  code,
  detail: 'd',
  ...more,
});
const FILE = new Blob(['abcd']);

describe('an upload', () => {
  it('sends the file as it is, tells how far it is and hands the answer over', async () => {
    play((request) => {
      request.progress(1, 4);
      request.progress(4, 4);
      request.reply(201, { media: 1 }, 'content-type: application/json\r\nx-one: a: b\r\n');
    });
    const { send, shares } = door();
    const reply = await send('/api/admin/media', { method: 'POST', body: FILE, headers: { 'X-Kind': 'k' } });
    expect(reply.status).toBe(201);
    expect(reply.headers.get('x-one')).toBe('a: b');
    expect(await reply.json()).toEqual({ media: 1 });
    expect(shares).toEqual([0, 0.25, 1]);
    expect(FakeRequest.sent[0]).toMatchObject({ method: 'POST', url: '/api/admin/media', body: FILE });
    expect(FakeRequest.sent[0]?.requestHeaders['x-kind']).toBe('k');
  });

  it('says nothing of a length nobody knows', async () => {
    play((request) => {
      request.progress(3, 0);
      request.reply(204, {});
    });
    const { send, shares } = door();
    expect((await send('/api/admin/media', { method: 'POST', body: FILE })).body).toBeNull();
    expect(shares).toEqual([0]);
  });

  it('asks who the operator is, and then sends the whole file anew', async () => {
    let times = 0;
    play((request) => {
      times += 1;
      request.progress(4, 4);
      if (times === 1) request.reply(403, problem(403, 'StepUpRequired', { methods: ['totp'] }));
      else request.reply(201, {});
    });
    const { send, shares } = door();
    expect((await send('/api/admin/media', { method: 'POST', body: FILE })).status).toBe(201);
    expect(shares).toEqual([0, 1, 0, 1]);
  });

  it.each([
    [
      'a refusal',
      (request: FakeRequest) => request.reply(413, problem(413, 'PayloadTooLarge')),
      { problem: { code: 'PayloadTooLarge' } },
    ],
    ['silence', (request: FakeRequest) => request.fail(), { failure: 'unreachable' }],
    ['an answer that never comes', () => undefined, { failure: 'timeout' }],
  ])('fails with %s as every call does', async (_, script, error) => {
    play(script);
    await expect(door().send('/api/admin/media', { method: 'POST', body: FILE })).rejects.toMatchObject(
      error,
    );
  });

  it.each(['before it began', 'on its way'])('stops when it is cancelled %s', async (when) => {
    const stop = new AbortController();
    play((request) => {
      request.progress(1, 4);
      stop.abort(new Error('cancelled'));
    });
    if (when === 'before it began') stop.abort(new Error('cancelled'));
    const { send } = door();
    const sending = send('/api/admin/media', { method: 'POST', body: FILE, signal: stop.signal });
    await expect(sending).rejects.toThrow('cancelled');
    expect(FakeRequest.sent).toHaveLength(when === 'before it began' ? 0 : 1);
  });
});
