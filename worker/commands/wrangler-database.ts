// A D1 database as this machine reaches one that runs elsewhere: through `wrangler d1 execute`, with the account that
// wrangler is signed in to. Only what the commands use; several statements go as one batch, all or nothing.

import { spawn } from 'node:child_process';
import { ROOT } from './local-setup.ts';
import { wrangler } from './processes.ts';
import { inlined } from './sql-literals.ts';

type Result = { readonly results: readonly unknown[]; readonly meta?: { readonly changes?: number } };

/** `where`: `['--remote']`, or `['--local', '--persist-to', folder]`. */
export function wranglerDatabase(where: readonly string[]): D1Database {
  const execute = async (texts: readonly string[]): Promise<D1Result[]> => {
    const command = texts.map((text) => text.trim()).join(';\n');
    const output = await standardOutput(['d1', 'execute', 'DB', ...where, '--json', '--command', command]);
    const replies = JSON.parse(output) as Result[];
    return replies.map(
      ({ results, meta }) => ({ success: true, results, meta: { changes: meta?.changes ?? 0 } }) as D1Result,
    );
  };
  const statement = (sql: string, values: readonly unknown[]): Statement => ({
    text: () => inlined(sql, values),
    bind: (...given: unknown[]) => statement(sql, given),
    all: async () => (await execute([inlined(sql, values)]))[0] as D1Result,
    run: async () => (await execute([inlined(sql, values)]))[0] as D1Result,
    raw: async () =>
      ((await execute([inlined(sql, values)]))[0]?.results ?? []).map((row) => Object.values(row as object)),
    first: async (column?: string) => {
      const row = (await execute([inlined(sql, values)]))[0]?.results[0] as
        | Record<string, unknown>
        | undefined;
      return (row === undefined ? null : column === undefined ? row : (row[column] ?? null)) as never;
    },
  });
  return {
    prepare: (sql: string) => statement(sql, []),
    batch: (statements: readonly Statement[]) => execute(statements.map((one) => one.text())),
  } as unknown as D1Database;
}

type Statement = {
  readonly text: () => string;
  readonly bind: (...values: unknown[]) => Statement;
  readonly all: () => Promise<D1Result>;
  readonly run: () => Promise<D1Result>;
  /** Of columns that all have names of their own. */
  readonly raw: () => Promise<unknown[][]>;
  readonly first: (column?: string) => Promise<never>;
};

async function standardOutput(args: readonly string[]): Promise<string> {
  const { command, args: all, options } = wrangler(args);
  return new Promise((settle, fail) => {
    const child = spawn(command, [...all], { cwd: ROOT, ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    let [out, said] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
    child.on('error', fail);
    // Refusals of the database come as JSON on the standard output.
    child.on('close', (code) => (code === 0 ? settle(out) : fail(new Error(`${out}\n${said}`.trim()))));
  });
}
