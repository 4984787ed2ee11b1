// worker/db/schema.ts and the database that the migrations make have the same columns.

import { getTableColumns, getTableName } from 'drizzle-orm';
import { expect, test } from 'vitest';
import * as schema from '../../worker/db/schema.ts';
import { SUBMISSION_TYPES } from '../../worker/domain/submissions.ts';
import { currentDatabase } from '../support/migrations.ts';

const db = currentDatabase();

test.each(Object.values(schema).map((table) => [getTableName(table), table] as const))(
  '%s has every column of its table, with its type and whether it may be null',
  (name, table) => {
    const declared = Object.values(getTableColumns(table)).map((column) => ({
      name: column.name,
      type: column.getSQLType().toUpperCase(),
      notNull: column.notNull,
    }));
    const real = db
      .prepare(`PRAGMA table_info(${name})`)
      .all()
      .map((column) => ({
        name: String(column.name),
        type: String(column.type),
        notNull: column.notnull === 1 || column.pk === 1,
      }));
    expect(declared).toEqual(real);
  },
);

test('the types of submissions are the words of the code', () => {
  const types = db.prepare('SELECT type FROM submission_counts').all();
  expect(types.map(({ type }) => String(type)).toSorted()).toEqual([...SUBMISSION_TYPES].toSorted());
});
