// Whether a refused call left something behind: the content of every table before and after.

import type { Target } from './target.ts';

/**
 * What is written beside a refusal, or without any call: attempts and refusals are counted and noted, prices come in, a session says when it
 * was last used.
 */
const BESIDE = new Set([
  'attempts',
  'operator_refusals',
  'security_events',
  'candles',
  'fx_candles',
  'feed_hours',
  'price_sources',
  'public_stats',
]);
/** A look-up by an operator is logged before anything is found. */
const LOGGED = new Set(['audit_log', 'audit_head']);
const MOVING = new Set(['last_seen_at', 'last_active_at']);

const LOOK_MS = 50;
/** So often nothing new. */
const QUIET = 4;

type Table = { readonly name: string; readonly sql: string };

export class Written {
  readonly #target: Target;
  readonly #tables: readonly Table[];
  #version: number;
  #seen: ReadonlyMap<string, string>;

  constructor(target: Target) {
    this.#target = target;
    this.#tables = tablesOf(target);
    this.#version = target.version();
    this.#seen = this.#read();
  }

  /** The tables that have changed since it was asked last, by a call that reads or by one that changes something. */
  changed({ isRead }: { readonly isRead: boolean }): readonly string[] {
    const version = this.#target.version();
    if (version === this.#version) return [];
    this.#version = version;
    const [before, now] = [this.#seen, this.#read()];
    this.#seen = now;
    return this.#tables.flatMap(({ name }) =>
      before.get(name) === now.get(name) || (isRead && LOGGED.has(name)) ? [] : [name],
    );
  }

  /** What is there now counts as seen: we wrote it ourselves. */
  forget(): void {
    this.#version = this.#target.version();
    this.#seen = this.#read();
  }

  /** Until nothing comes any more of what earlier calls do after their answers; the tables that have changed meanwhile. */
  async settled({ isRead } = { isRead: false }): Promise<readonly string[]> {
    const changed = new Set<string>();
    for (let quiet = 0, n = 0; quiet < QUIET && n < QUIET * 20; n += 1) {
      const tables = this.changed({ isRead });
      for (const table of tables) changed.add(table);
      quiet = tables.length === 0 ? quiet + 1 : 0;
      await new Promise((settle) => setTimeout(settle, LOOK_MS));
    }
    return [...changed];
  }

  #read(): ReadonlyMap<string, string> {
    return new Map(
      this.#tables.map(({ name, sql }) => [
        name,
        this.#target.rows<{ content: string }>(sql)[0]?.content ?? '',
      ]),
    );
  }
}

function tablesOf(target: Target): readonly Table[] {
  const columns = target.rows<{ table: string; column: string }>(
    `SELECT t.name AS "table", c.name AS "column" FROM sqlite_master t, pragma_table_info(t.name) c
     WHERE t.type = 'table' AND t.name NOT GLOB 'sqlite_*' AND t.name NOT GLOB '_cf_*' AND t.name NOT GLOB 'd1_*'`,
  );
  const byTable = Map.groupBy(columns, ({ table }) => table);
  return [...byTable].flatMap(([name, all]) => {
    if (BESIDE.has(name)) return [];
    const list = all.filter(({ column }) => !MOVING.has(column)).map(({ column }) => `quote("${column}")`);
    return [
      { name, sql: `SELECT group_concat(${list.join(` || ',' || `)}, char(10)) AS content FROM "${name}"` },
    ];
  });
}
