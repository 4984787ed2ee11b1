// The registry of personal data and the database that the migrations make agree: no column that is named like a person is
// missing from it, and it names nothing that is not there.

import { describe, expect, test } from 'vitest';
import en from '../../locales/en/my-data.json' with { type: 'json' };
import pt from '../../locales/pt-BR/my-data.json' with { type: 'json' };
import {
  closedEmail,
  DATA_TOPICS,
  isClosedEmail,
  PERSONAL_DATA,
  type PersonalTable,
} from '../../worker/domain/personal-data.ts';
import { currentDatabase } from '../support/migrations.ts';

const db = currentDatabase();
const tables = db
  .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name")
  .all()
  .map(({ name }) => String(name));
const columnsOf = (table: string): string[] =>
  // The hidden ones too: a generated column holds what it is made from.
  db
    .prepare(`PRAGMA table_xinfo(${table})`)
    .all()
    .map(({ name }) => String(name));

/** What a column that says something about a person is called. */
const LIKE_A_PERSON =
  /(?:^|_)(?:user|account|subject|actor|author|owner|reader|customer|person|session)_id$|email|(?:^|_)(?:name|phone|cpf|mac|device|place|address|ip|birth|document|message|recipient|sender|subject|text|html|headers|body|notes?|reason|detail|data|reply|before|after|actor|bucket|sealed|secret|token|reference)(?:_|$)|user_agent|_by$/u;

/** Columns that are called like one and say nothing of anybody. */
const NOBODY: Readonly<Record<string, string>> = {
  'audit_log.subject_kind': 'a word of the product',
  'alert_deliveries.by_email': 'whether a letter was asked for',
  'card_images.page_name': 'a page of the site',
  'customer_totals.body': 'sums over all customers',
  'media_library.alt_text': 'the description of a picture',
  'operator_alerts.subject': 'a gateway, a metal or a day',
  'treasury_orders.undone_by': 'the order that takes it back',
  'operator_refusals.times_before': 'a count',
  'price_sources.name': 'a vendor',
  'public_stats.body': 'sums over all customers',
  'session_end_reasons.reason': 'a word of the product',
  'sessions.end_reason': 'a word of the product',
  'sessions.token_generation': 'a count',
  'settings.notification_email': 'a switch',
};

test('every column that is named like a person is in the registry', () => {
  const registered = new Set(
    PERSONAL_DATA.flatMap(({ table, columns, exported }) =>
      [...columns, ...(exported ?? [])].map((column) => `${table}.${column}`),
    ),
  );
  const missing = tables
    .flatMap((table) => columnsOf(table).map((column) => `${table}.${column}`))
    .filter((name) => LIKE_A_PERSON.test(name.slice(name.indexOf('.') + 1)))
    .filter((name) => !registered.has(name) && !(name in NOBODY));
  expect(missing).toEqual([]);
});

test('every table that refers to a person is in the registry', () => {
  const registered = new Set(PERSONAL_DATA.map(({ table }) => table));
  const about = new Set(['users', 'accounts', 'submissions']);
  const missing = tables.filter(
    (table) =>
      !registered.has(table) &&
      db
        .prepare(`PRAGMA foreign_key_list(${table})`)
        .all()
        .some((key) => about.has(String(key.table))),
  );
  expect(missing).toEqual([]);
});

test('the registry names each table once, and only what is there', () => {
  const names = PERSONAL_DATA.map(({ table }) => table);
  expect(new Set(names).size).toBe(names.length);
  for (const { table, columns, exported, whose, atClosing } of PERSONAL_DATA) {
    const real = columnsOf(table);
    expect(real).toEqual(expect.arrayContaining([...columns, ...(exported ?? [])]));
    // Prepared, not run: both are SQL of this very table.
    db.prepare(`SELECT ${(exported ?? ['1']).join(', ')} FROM ${table} WHERE ${whose}`);
    if (atClosing.rule === 'erase') db.prepare(`DELETE FROM ${table} WHERE ${whose}`);
    if (atClosing.rule === 'pseudonymise') db.prepare(`UPDATE ${table} SET ${atClosing.set} WHERE ${whose}`);
  }
});

test('what is erased goes before what it refers to', () => {
  const place = new Map(PERSONAL_DATA.map(({ table }, index) => [table, index]));
  const erased = new Set(
    PERSONAL_DATA.filter(({ atClosing }) => atClosing.rule === 'erase').map(({ table }) => table),
  );
  const wrong = [...erased].flatMap((child) =>
    db
      .prepare(`PRAGMA foreign_key_list(${child})`)
      .all()
      .map(({ table }) => String(table))
      .filter((parent) => erased.has(parent) && (place.get(child) ?? 0) >= (place.get(parent) ?? 0))
      .map((parent) => `${child} after ${parent}`),
  );
  expect(wrong).toEqual([]);
});

describe('at the closing of an account', () => {
  const tablesOf = (isOne: (rule: PersonalTable['atClosing']) => boolean) =>
    PERSONAL_DATA.filter(({ atClosing }) => isOne(atClosing)).map(({ table }) => table);

  test('every table is erased, made nameless, kept by a law or left to expire', () => {
    const laws = { register: 0, accountability: 0, identity: 0 };
    const known = tablesOf(
      (rule) =>
        ['erase', 'expire'].includes(rule.rule) ||
        (rule.rule === 'pseudonymise' && rule.set !== '') ||
        (rule.rule === 'keep' && Object.hasOwn(laws, rule.law)),
    );
    expect(PERSONAL_DATA.map(({ table }) => table)).toEqual(known);
  });

  test('these rows stay and say nothing of a person', () => {
    expect(tablesOf(({ rule }) => rule === 'pseudonymise').toSorted()).toEqual([
      'operator_proposals',
      'payout_accounts',
      'statements',
      'users',
    ]);
    expect(tablesOf(({ rule }) => rule === 'expire')).toEqual(['attempts']);
    expect(tablesOf((rule) => rule.rule === 'keep' && rule.law === 'identity')).toEqual([
      'retained_identities',
    ]);
  });

  test('an address becomes one that no mail server takes', () => {
    expect(closedEmail('ana')).toBe('closed:ana@invalid');
    expect(['closed:ana@invalid', 'ana@example.com', 'ana@closed:x'].map(isClosedEmail)).toEqual([
      true,
      false,
      false,
    ]);
  });
});

test('nothing that opens anything is part of the copy', () => {
  const secrets = PERSONAL_DATA.flatMap(({ exported }) => exported ?? []).filter((column) =>
    /hash|token|secret|sealed|credential|public_key/u.test(column),
  );
  expect(secrets).toEqual([]);
});

test('every topic has its words in both languages, and its tables', () => {
  for (const topic of DATA_TOPICS) {
    expect(PERSONAL_DATA.some((entry) => entry.topic === topic)).toBe(true);
    expect(Object.keys(pt.topics)).toContain(topic);
    expect(Object.keys(en.topics)).toContain(topic);
  }
});
