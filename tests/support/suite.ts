// Test files that share one runtime: a runtime of its own costs a file two seconds of processor time and more.
// They share one database as well, but for those named `*.alone.test.ts`, which count the rows of whole tables or damage them.

import { reset } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeAll, describe } from 'vitest';
import { makeDatabase } from './current-database.ts';

/** What the file before left under way (a `waitUntil`, a broadcast) would write into the database of the next. */
const UNDER_WAY_MS = 250;

type Files = Readonly<Record<string, () => Promise<unknown>>>;

/** Runs the files after one another, each in a group with its name, so that its hooks are for its own tests alone. */
export function filesOf(files: Files): void {
  for (const [path, load] of Object.entries(files)) {
    describe(`${path}`, async () => {
      await load();
    });
  }
}

/** The same, each with a database of the current shape that has the vault's bars and nothing else, and no object of the file before. */
export function aloneFilesOf(files: Files): void {
  for (const [path, load] of Object.entries(files)) {
    describe(`${path}`, async () => {
      beforeAll(emptyDatabase);
      await load();
    });
  }
}

export function isAlone(file: string): boolean {
  return file.endsWith('.alone.test.ts');
}

export async function emptyDatabase(): Promise<void> {
  // A database that still answers a call of the file before outlives a reset.
  do {
    await scheduler.wait(UNDER_WAY_MS);
    await reset();
  } while (!(await isEmpty()));
  await makeDatabase();
}

async function isEmpty(): Promise<boolean> {
  const tables =
    "SELECT count(*) AS n FROM sqlite_master WHERE name NOT GLOB '_cf_*' AND name NOT GLOB 'sqlite_*'";
  return (await env.DB.prepare(tables).first<number>('n')) === 0;
}
