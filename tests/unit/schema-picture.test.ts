// The diagram and the list of tables in migrations/README.md agree with the database that the migrations make.

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { currentDatabase } from '../support/migrations.ts';

const README = readFileSync(resolve(import.meta.dirname, '../../migrations/README.md'), 'utf8');

const db = currentDatabase();
const tables = db
  .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name")
  .all()
  .map(({ name }) => String(name));

test('the list names every table once and no other', () => {
  const list = README.slice(README.indexOf('| Table |')).matchAll(/^\|([^|]*)\|/gmu);
  const named = [...list].flatMap(([, cell = '']) => [...cell.matchAll(/`(\w+)`/gu)].map(([, name]) => name));
  expect(named.toSorted()).toEqual(tables);
});

test('the diagram draws every foreign key and no other relation', () => {
  const drawn = [...README.matchAll(/^ {2}(\w+) [|o}]+--[|o{]+ (\w+) : /gmu)].map(
    ([, parent, child]) => `${parent} -> ${child}`,
  );
  const keys = tables.flatMap((child) =>
    db
      .prepare(`PRAGMA foreign_key_list(${child})`)
      .all()
      .map(({ table }) => `${String(table)} -> ${child}`),
  );
  expect(drawn.toSorted()).toEqual([...new Set(keys)].toSorted());
});
