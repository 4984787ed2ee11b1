// migrations/0033_identities.sql on books that were there before, and the rules that its tables keep by themselves.

import type { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, test } from 'vitest';
import { LEDGER_RULES } from '../../../worker/db/ledger-check.ts';
import { sqlOf } from '../../../worker/commands/migration-files.ts';
import { databaseBefore, migrate } from '../../support/migrations.ts';

const OWN = '0033_identities.sql';
const LISTS = '0039_identity_lists.sql';

let db: DatabaseSync;
beforeEach(() => {
  db = databaseBefore(OWN);
  for (const id of ['ana', 'bea'])
    db.prepare(
      `INSERT INTO users (id, email, full_name, phone, password_hash, terms_version, terms_accepted_at, created_at, updated_at, last_active_at)
       VALUES (?1, ?1 || '@example.com', 'Ana', '5511987654321', ?2, '1', 1, 1, 1, 1)`,
    ).run(id, `$scrypt$ln=14$${'x'.repeat(60)}$y`);
  db.exec(`INSERT INTO accounts (id, kind, cash_cents, created_at) VALUES ('ana', 'customer', 0, 1)`);
  db.exec(sqlOf(OWN));
});

const give = (userId: string, mac: string | null, level = 0) =>
  db
    .prepare(
      `INSERT INTO identities (user_id, level, kind, country, number_mac, masked, state, asks, pep, pep_stated_at, given_at, checked_at,
         expires_at, step_id, updated_at) VALUES (?, ?, 'cpf', 'BR', ?, '***', 'verified', 1, 0, 1, 1, 1, 2, 's', 1)`,
    )
    .run(userId, level, mac);
const step = (
  over: Partial<Record<'user' | 'by' | 'byId' | 'from' | 'to' | 'sum', string | number | null>> = {},
) =>
  db
    .prepare(
      `INSERT INTO identity_steps (id, user_id, step, by_kind, by_id, from_level, to_level, agreed_deposit_cents, agreed_withdrawal_cents,
         detail, happened_at) VALUES (?, ?, 'approved', ?, ?, ?, ?, ?7, ?7, 'why', 1)`,
    )
    .run(
      crypto.randomUUID(),
      over.user ?? 'ana',
      over.by ?? 'provider',
      over.byId ?? null,
      over.from ?? 0,
      over.to ?? 1,
      over.sum ?? null,
    );
const levelOf = (id: string) =>
  db.prepare('SELECT level FROM identities WHERE user_id = ?').get(id)?.['level'];

test('customers from before have no identity, keep what they own, and no nightly rule minds', () => {
  expect(db.prepare('SELECT count(*) AS n FROM identities').get()).toEqual({ n: 0 });
  expect(db.prepare('SELECT count(*) AS n FROM users').get()).toEqual({ n: 2 });
  migrate(db, (name) => name > OWN);
  const findings = LEDGER_RULES.flatMap(({ sql }) => db.prepare(sql).all());
  expect(findings).toEqual([]);
});

test('the limits are those of the rules of the house', () => {
  const rows = db
    .prepare(
      'SELECT kind, level, window_ms / 3600000 AS hours, max_cents / 100 AS dollars FROM level_limits ORDER BY kind, level',
    )
    .all()
    .map((row) => Object.values(row));
  expect(rows).toEqual([
    ['deposit', 0, 720, 1_000],
    ['deposit', 1, 720, 10_000],
    ['deposit', 2, 720, 250_000],
    ['deposit', 3, 720, null],
    ['withdrawal', 0, 24, 0],
    ['withdrawal', 1, 24, 5_000],
    ['withdrawal', 2, 24, 50_000],
    ['withdrawal', 3, 24, null],
  ]);
});

describe('a level', () => {
  test('begins at 0 and is given by a step alone', () => {
    expect(() => give('ana', 'mac', 1)).toThrow('a level is given by a step');
    give('ana', 'mac');
    expect(() => db.exec('UPDATE identities SET level = 2')).toThrow('a level is given by a step');
    step({ to: 1 });
    expect(levelOf('ana')).toBe(1);
    expect(() => db.exec('UPDATE identities SET level = 2')).toThrow('a level is given by a step');
    step({ from: 1, to: 2 });
    expect(levelOf('ana')).toBe(2);
  });

  test('is not raised by the customer or the house, nor by an operator for himself', () => {
    give('ana', 'mac');
    expect(() => step({ by: 'customer' })).toThrow('others_raise');
    expect(() => step({ by: 'house' })).toThrow('others_raise');
    expect(() => step({ by: 'operator' })).toThrow('an_operator_has_a_name');
    expect(() => step({ by: 'operator', byId: 'ana' })).toThrow('nobody_decides_about_himself');
    step({ by: 'operator', byId: 'bea' });
    step({ by: 'house', from: 1, to: 0 });
    expect(levelOf('ana')).toBe(0);
  });

  test('follows from the one before, and steps are never changed', () => {
    give('ana', 'mac');
    expect(() => step({ from: 1, to: 2 })).toThrow('a step begins at the level');
    step();
    expect(() => db.exec('UPDATE identity_steps SET to_level = 3')).toThrow('append-only');
  });

  test('needs a number, and the last one its sums', () => {
    give('ana', null);
    expect(() => step()).toThrow('a_level_is_somebody_s');
    give('bea', 'mac');
    expect(() => step({ user: 'bea', to: 3 })).toThrow('the_last_level_has_its_sums');
    step({ user: 'bea', to: 3, sum: 5 });
    expect(levelOf('bea')).toBe(3);
  });

  test('a damaged one is found by the nightly check', () => {
    give('ana', 'mac');
    step();
    const { sql = '' } = LEDGER_RULES.find(({ rule }) => rule === 'levels-have-their-steps') ?? {};
    expect(db.prepare(sql).all()).toEqual([]);
    db.exec('DROP TRIGGER identities_change_level_by_a_step; UPDATE identities SET level = 2');
    expect(db.prepare(sql).all()).toHaveLength(1);
  });
});

test('steps from before the lists are kept, row for row, with their rules', () => {
  migrate(db, (name) => name > OWN && name < LISTS);
  give('ana', 'mac');
  step();
  step({ by: 'operator', byId: 'bea', from: 1, to: 3, sum: 5 });
  const rows = () => db.prepare('SELECT * FROM identity_steps ORDER BY seq').all();
  const before = rows();
  const rules = () =>
    db
      .prepare(
        `SELECT name, sql FROM sqlite_schema WHERE type IN ('trigger', 'index') AND name LIKE 'identit%' ORDER BY name`,
      )
      .all();
  const rulesBefore = rules();
  db.exec(sqlOf(LISTS));
  expect(rows()).toEqual(before);
  expect(rules()).toEqual(rulesBefore);
  expect(db.prepare('PRAGMA foreign_key_check').all()).toEqual([]);
  expect(levelOf('ana')).toBe(3);
  expect(() => db.exec('UPDATE identity_steps SET to_level = 2')).toThrow('append-only');
  const raising = `INSERT INTO identity_steps (id, user_id, step, by_kind, from_level, to_level, happened_at)
    VALUES ('x', 'ana', 'listed', 'provider', 3, ?, 1)`;
  expect(() => db.prepare(raising).run(2)).toThrow('lists_keep_the_level');
});

test('a number belongs to one account', () => {
  give('ana', 'mac');
  expect(() => give('bea', 'mac')).toThrow('UNIQUE constraint failed: identities.number_mac');
});
