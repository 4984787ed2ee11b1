// The product under test: the deployed bundle on workerd, on a database in a folder, which can be killed, stopped and started again. Whoever
// calls it goes through the proxy, whose address stays.

import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Miniflare } from 'miniflare';
import { productBindings, runtimeOn } from '../bench/runtime.ts';
import { familyOf } from '../bench/processes.ts';
import { SECRETS, SETTINGS } from '../bench/settings.ts';
import { withCheapPasswords } from '../support/cheap-passwords.ts';
import { modulesOf } from '../support/bundle.ts';
import { withCardsFromOutside } from './card-bundle.ts';
import { Proxy } from './proxy.ts';

/** The one that Miniflare brings. */
const WORKERD = String(createRequire(createRequire(import.meta.url).resolve('miniflare'))('workerd').default);
export const CALLBACK_TOKEN = 'token-of-callbacks-0123456789abcdef';
/** The hashes of `support/customers.ts` are under this one. */
const PEPPER = 'test-pepper-0123456789abcdef0123';
export const WORLD_SECRETS = { ...SECRETS, PASSWORD_PEPPER: PEPPER };
export const RELAYS = 2;

export type StorageFault = {
  /** Which call; a batch is one. */
  readonly at: number;
  readonly when: 'before' | 'after' | 'slow';
  /** Only calls whose SQL has this in it are counted. */
  readonly match?: string;
  /** After each hit the next call later. */
  readonly sweeps?: boolean;
  readonly ms?: number;
};

type Outside = { readonly urlOf: (vendor: string) => string };

export type RuntimeOptions = {
  /** With an inspector, which `inspector` names. */
  readonly isInspected?: boolean;
  /** The address of a card gateway; null: the sandbox answers by itself. */
  readonly cards?: string | null;
};

export class Runtime {
  readonly proxy: Proxy;
  readonly #state: string;
  readonly #program: string;
  readonly #outside: Outside;
  readonly #isInspected: boolean;
  readonly #cards: string | null;
  #bundle: string;
  #modules: ReturnType<typeof modulesOf> = [];
  #running: { readonly miniflare: Miniflare; readonly pid: number; readonly url: URL } | null = null;
  #offsetMs: number;
  /** Lines of the product's log that tell of an error, and that warn, by what they say. */
  readonly said = new Map<string, number>();
  readonly warned = new Map<string, number>();

  private constructor(
    state: string,
    bundle: string,
    outside: Outside,
    offsetMs: number,
    proxy: Proxy,
    { isInspected = false, cards = null }: RuntimeOptions,
  ) {
    this.#state = state;
    this.#program = join(state, 'workerd');
    // A file that may not grow is an error to the runtime then, and no signal that ends it.
    writeFileSync(this.#program, `#!/bin/sh\ntrap '' XFSZ\nexec '${WORKERD}' "$@"\n`, { mode: 0o755 });
    this.#bundle = bundle;
    this.#outside = outside;
    this.#offsetMs = offsetMs;
    this.proxy = proxy;
    this.#isInspected = isInspected;
    this.#cards = cards;
  }

  static async on(
    state: string,
    bundle: string,
    outside: Outside,
    offsetMs: number,
    options: RuntimeOptions = {},
  ): Promise<Runtime> {
    const runtime = new Runtime(state, bundle, outside, offsetMs, await Proxy.listening(), options);
    await runtime.start();
    return runtime;
  }

  get pid(): number {
    return this.#alive().pid;
  }

  /** Past the proxy. */
  get port(): number {
    return Number(this.#alive().url.port);
  }

  inspector(): Promise<URL> {
    return this.#alive().miniflare.getInspectorURL();
  }

  /** The product's clock. */
  now(): number {
    return performance.timeOrigin + performance.now() + this.#offsetMs;
  }

  get offsetMs(): number {
    return this.#offsetMs;
  }

  async stepClock(ms: number): Promise<void> {
    this.#offsetMs += ms;
    await this.tell('clock', { offsetMs: this.#offsetMs });
  }

  async start(bundle: string = this.#bundle): Promise<void> {
    if (bundle !== this.#bundle || this.#modules.length === 0)
      this.#modules = modulesOf(bundle, (script) => {
        const cheap = withCheapPasswords(script);
        return this.#cards === null ? cheap : withCardsFromOutside(cheap);
      });
    this.#bundle = bundle;
    process.env['MINIFLARE_WORKERD_PATH'] = this.#program;
    const before = new Set(familyOf(process.pid));
    const read = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8');
    const vendor = this.#outside.urlOf;
    const miniflare = runtimeOn(this.#state, {
      ...productBindings(),
      ...(this.#isInspected ? { inspectorPort: 0 } : {}),
      modules: [
        { type: 'ESModule', path: 'entry.js', contents: read('entry.js') },
        {
          type: 'ESModule',
          path: 'shifted-clock.js',
          contents: read('shifted-clock.js').replace("'OFFSET'", String(this.#offsetMs)),
        },
        ...(this.#cards === null
          ? []
          : [
              {
                type: 'ESModule',
                path: 'card-adapter.js',
                contents: read('card-adapter.js').replace("'ADDRESS'", JSON.stringify(this.#cards)),
              },
            ]),
        ...this.#modules,
      ],
      bindings: {
        ...SETTINGS,
        ...WORLD_SECRETS,
        PRICE_PROVIDERS: 'gold-api,swissquote',
        FX_PROVIDERS: 'awesomeapi,bcb-ptax',
        GOLD_API_URL: vendor('gold-api'),
        SWISSQUOTE_URL: vendor('swissquote'),
        AWESOMEAPI_URL: vendor('awesomeapi'),
        BCB_PTAX_URL: vendor('bcb-ptax'),
        SHEET_WEBHOOK_URL: vendor('sheet'),
        PIX_API_URL: vendor('pix-api'),
        PIX_API_CLIENT_ID: 'client',
        PIX_API_CLIENT_SECRET: 'secret',
        PIX_API_RECEIVING_KEY: 'in@house.example.com',
        PIX_API_PAYING_KEY: 'out@house.example.com',
        PIX_API_CALLBACK_TOKEN: CALLBACK_TOKEN,
        PRICE_RELAYS: String(RELAYS),
      },
      handleStructuredLogs: ({ level, message }: { level: string; message: string }) => {
        if (level === 'error') this.#note(this.said, message);
        if (level === 'warn') this.#note(this.warned, message);
      },
      handleUncaughtError: (error: Error) => this.#note(this.said, `uncaught: ${error.message}`),
    });
    await miniflare.ready;
    // Others of this process run the one that Miniflare brings, also when this state is gone.
    delete process.env['MINIFLARE_WORKERD_PATH'];
    const url = await miniflare.unsafeGetDirectURL();
    const pid = familyOf(process.pid).find((one) => !before.has(one) && nameOf(one) === 'workerd');
    if (pid === undefined) throw new Error('the runtime is a process of its own');
    this.#running = { miniflare, pid, url };
    this.proxy.leadTo(Number(url.port));
  }

  /** Whether nothing but a kill of ours ended it. */
  get isThere(): boolean {
    return this.#running !== null && nameOf(this.#running.pid) === 'workerd';
  }

  async restart(): Promise<void> {
    await this.#running?.miniflare.dispose().catch(() => {});
    await this.start();
  }

  /** At once: it can tidy up nothing. */
  async kill(): Promise<void> {
    const { miniflare, pid } = this.#alive();
    this.#running = null;
    process.kill(pid, 'SIGKILL');
    await miniflare.dispose().catch(() => {});
  }

  signal(name: 'SIGSTOP' | 'SIGCONT'): void {
    process.kill(this.#alive().pid, name);
  }

  /** Tells the test's entry, not the product. */
  async tell(what: string, about: unknown): Promise<{ readonly ok: boolean; readonly said: string }> {
    const reply = await fetch(new URL(`/__test/${what}`, this.#alive().url), {
      method: 'POST',
      body: JSON.stringify(about),
      signal: AbortSignal.timeout(30_000),
    });
    return { ok: reply.ok, said: await reply.text() };
  }

  async end(): Promise<void> {
    await this.#running?.miniflare.dispose().catch(() => {});
    this.#running = null;
    this.proxy.close();
  }

  #alive() {
    if (this.#running === null) throw new Error('the runtime is down');
    return this.#running;
  }

  #note(lines: Map<string, number>, message: string): void {
    const said = /"event":"([a-z-]+)"/u.exec(message)?.[1] ?? message.split('\n', 1)[0]?.slice(0, 160) ?? '';
    const why = /"error":"([^"]{0,160})/u.exec(message)?.[1] ?? '';
    const line = `${said} ${why}`.trim().replaceAll(/reference = \w+/gu, 'reference');
    lines.set(line, (lines.get(line) ?? 0) + 1);
  }
}

function nameOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
  } catch {
    // Ended meanwhile.
    return '';
  }
}
