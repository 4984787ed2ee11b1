// The files of `migrations`, for the commands and the tests that apply them.

import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const FOLDER = resolve(import.meta.dirname, '../../migrations');

/** The names of the files, in their order. */
export const MIGRATIONS: readonly string[] = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.sql'))
  .toSorted();

export const sqlOf = (name: string): string => readFileSync(join(FOLDER, name), 'utf8');
