// The product under attack: the deployed bundle on workerd with its pages, on a database of its own that can be looked into from here.

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Miniflare } from 'miniflare';
import { unstable_getMiniflareWorkerOptions } from 'wrangler';
import { NodeD1 } from '../../worker/commands/node-d1.ts';
import { productBindings, runtimeOn } from '../bench/runtime.ts';
import { ROOT, SETTINGS } from '../bench/settings.ts';
import { copyWorld, makeWorld } from '../bench/world.ts';
import { Caller, type Reply } from '../faults-run/caller.ts';
import { WORLD_SECRETS } from '../faults-run/runtime.ts';
import { modulesOf } from '../support/bundle.ts';
import { withCheapPasswords } from '../support/cheap-passwords.ts';
import { asD1 } from '../support/node-books.ts';

/** The product waits for the database for so long, and so do we. */
const BUSY_MS = 5_000;

export type Options = {
  /** At the product's own cost: where the time of an answer is looked at. */
  readonly fullCost?: boolean;
};

export class Target {
  readonly port: number;
  readonly origin: string;
  /** What the builders of tests/support need: the database and the secrets. */
  readonly env: Env;
  /** Lines of the product's log that tell of an error nobody foresaw. */
  readonly said: string[];
  readonly #database: NodeD1;
  readonly #miniflare: Miniflare;
  readonly #folder: string;

  private constructor(parts: {
    readonly url: URL;
    readonly database: NodeD1;
    readonly miniflare: Miniflare;
    readonly folder: string;
    readonly said: string[];
  }) {
    this.port = Number(parts.url.port);
    this.origin = `http://127.0.0.1:${this.port}`;
    this.said = parts.said;
    this.#database = parts.database;
    this.#miniflare = parts.miniflare;
    this.#folder = parts.folder;
    this.env = { DB: asD1(parts.database), ...SETTINGS, ...WORLD_SECRETS } as unknown as Env;
  }

  static async open(bundle: string, { fullCost = false }: Options = {}): Promise<Target> {
    const folder = mkdtempSync(join(tmpdir(), 'onca-attack-'));
    process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
    const { world } = await makeWorld(join(folder, 'world'), async () => null);
    const state = join(folder, 'state');
    mkdirSync(state);
    copyWorld(world, state);
    const { assets } = unstable_getMiniflareWorkerOptions(join(ROOT, 'wrangler.toml')).workerOptions;
    const said: string[] = [];
    const miniflare = runtimeOn(state, {
      ...productBindings(),
      serviceBindings: {},
      assets,
      modules: modulesOf(bundle, fullCost ? undefined : withCheapPasswords),
      bindings: { ...SETTINGS, ...WORLD_SECRETS, SMS_GATEWAY: 'sandbox', PUSH_GATEWAY: 'sandbox' },
      handleStructuredLogs: ({ level, message }: { level: string; message: string }) => {
        // We write to the same file to make people, and the product may have to wait for us.
        if (level === 'error' && !message.includes('SQLITE_BUSY')) said.push(message);
      },
      handleUncaughtError: (error: Error) => said.push(String(error.stack ?? error)),
    });
    await miniflare.ready;
    const url = await miniflare.unsafeGetDirectURL();
    const database = new NodeD1(world.database.replace(world.folder, state));
    database.exec(`PRAGMA busy_timeout = ${BUSY_MS}`);
    return new Target({ url, database, miniflare, folder, said });
  }

  caller(): Caller {
    return new Caller(this.port);
  }

  /** Straight from the database. */
  rows<T>(sql: string): readonly T[] {
    return this.#database.prepared(sql).all() as unknown as readonly T[];
  }

  /** Changes whenever somebody else wrote. */
  version(): number {
    return this.rows<{ data_version: number }>('PRAGMA data_version')[0]?.data_version ?? 0;
  }

  async close(): Promise<void> {
    await this.#miniflare.dispose().catch(() => {});
    this.#database.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

export type { Reply };
