// What waits, kind by kind: its count, its oldest and who has it, for those who may see it; and who looks into what cannot wait.

import { beforeEach, describe, expect, test } from 'vitest';
import type { NodeD1 } from '../../../worker/commands/node-d1.ts';
import { ADMIN_PAGES } from '../../../worker/domain/admin-pages.ts';
import {
  OPERATOR_ALERT_KINDS,
  OPERATOR_ALERTS,
  type OperatorAlertKind,
} from '../../../worker/domain/operator-alerts.ts';
import { type OperatorRole, rolesWith } from '../../../worker/domain/operator-roles.ts';
import { TODAY, TODAY_KINDS, type TodayKind } from '../../../worker/domain/today.ts';
import type { AlertChange } from '../../../worker/contract/operators/today.ts';
import { changeAlert } from '../../../worker/services/operators/alerts.ts';
import { todayFor } from '../../../worker/services/operators/today.ts';
import { waitingWork } from '../../../worker/services/operators/waiting.ts';
import { addCustomer, asD1, emptyBooks } from '../../support/node-books.ts';
import { addPendingDeposits } from '../../support/pending-deposits.ts';
import { addWithdrawal } from '../../support/open-withdrawals.ts';

const NOW = Date.parse('2026-11-24T12:00:00Z');
const OLD = NOW - 5_000;
let db: NodeD1;

beforeEach(async () => {
  db = emptyBooks();
  for (const id of ['ana', 'bia', 'olga']) await addCustomer(asD1(db), id, 1);
});

const as = (...roles: OperatorRole[]) =>
  ({ isAdmin: true, hasFactor: true, tier: 'premium', roles }) as const;
const today = (...roles: OperatorRole[]) =>
  todayFor({ db: asD1(db), now: () => NOW }, { ...as(...roles), userId: 'olga' });
const contact = (id: string, owner: string | null, dueAt: number | null) =>
  db.exec(`INSERT INTO submissions (id, type, email, data, submitted_at) VALUES ('${id}', 'contact', 'x@example.com', '{}', ${OLD});
    UPDATE contact_messages SET owner_id = ${owner === null ? 'NULL' : `'${owner}'`} WHERE submission_id = '${id}';
    ${dueAt === null ? '' : `INSERT INTO complaints (submission_id, number, due_at) VALUES ('${id}', '20261124-0000${id}', ${dueAt});`}`);
/** One that waits, and one whose time is over. */
const proposals = (kind: string, about: 'subject_id' | 'bar', [waits, late]: readonly [string, string]) =>
  db.exec(`INSERT INTO operator_proposals (id, kind, ${about}, detail, proposed_by, proposed_at, expires_at, reason)
    VALUES ('a', '${kind}', '${waits}', '{}', 'olga', ${OLD}, ${NOW + 1}, 'because of the test'),
      ('b', '${kind}', '${late}', '{}', 'olga', 1, ${NOW}, 'because of the test')`);

/** One that waits since OLD, and beside it what does not. */
const ONE: Readonly<Record<TodayKind, () => unknown>> = {
  'failed-checks': () =>
    db.exec(
      `INSERT INTO ledger_checks (id, ran_at, took_ms, ok, counts, findings) VALUES ('a', ${OLD}, 0, 0, '{}', '[{}]'), ('b', 1, 0, 0, '{}', '[{}]')`,
    ),
  withdrawals: async () => {
    await addWithdrawal(db, { id: 'a', accountId: 'ana', state: 'waiting-approval', at: OLD });
    await addWithdrawal(db, { id: 'b', accountId: 'ana', state: 'held', at: 1 });
  },
  sending: () => addWithdrawal(db, { id: 'a', accountId: 'ana', state: 'sending', at: OLD }),
  'stray-deposits': async () => {
    await addPendingDeposits(asD1(db), [{ userId: 'ana', cents: 20_000 }], 1);
    db.exec(`UPDATE deposits SET status = 'failed', settled_at = 1;
      INSERT INTO stray_payments (id, deposit_id, cents, at) SELECT id, id, 1, ${OLD} FROM deposits`);
  },
  'unknown-reais': () =>
    db.exec(`PRAGMA foreign_keys = OFF; INSERT INTO brl_payments (gateway, id, method, brl_cents, state, paid_at, received_at, arrival_id)
      VALUES ('sandbox', 'E1', 'pix', 100, 'unknown', 1, ${OLD}, 'o')`),
  contested: () =>
    db.exec(`PRAGMA foreign_keys = OFF; INSERT INTO brl_deposits (id, account_id, method, gateway, usd_cents, exchange_brl_cents, spread_brl_cents,
        iof_brl_cents, brl_cents, rate_e4, rate_at, rate_source, spread_bp, iof_bp, state, created_at, paid_at, contested_at)
      SELECT id, 'ana', 'ted', 'sandbox', 10000, 53000, 0, 0, 53000, 53000, 1, 'test', 0, 0, state, 1, 1, at
      FROM (SELECT 'a' AS id, 'contested' AS state, ${OLD} AS at UNION ALL SELECT 'b', 'paid', NULL)`),
  'moving-reais': () =>
    db.exec(`PRAGMA foreign_keys = OFF; INSERT INTO brl_payments (gateway, id, method, brl_cents, state, reason, paid_at, received_at, arrival_id,
        next_try_at) VALUES ('sandbox', 'E1', 'pix', 100, 'refunding', 'late', 1, ${OLD}, 'o', 2)`),
  'held-refunds': () =>
    db.exec(`PRAGMA foreign_keys = OFF; INSERT INTO brl_payments (gateway, id, method, brl_cents, state, reason, paid_at, received_at, arrival_id,
        refused_at, held_at, held_by) VALUES ('sandbox', 'E1', 'pix', 100, 'refunding', 'late', 1, 1, 'o', 1, ${OLD}, 'olga')`),
  'withdrawal-proposals': () => proposals('withdrawal-paid', 'subject_id', ['ana', 'bia']),
  'deposit-proposals': () => proposals('deposit-fail', 'subject_id', ['ana', 'bia']),
  deposits: () => addPendingDeposits(asD1(db), [{ userId: 'ana', cents: 20_000 }], OLD),
  'payout-accounts': () =>
    db.exec(`INSERT INTO payout_accounts (id, account_id, method, masked, fingerprint, status, others, created_at)
      VALUES ('a', 'ana', 'wire', '***', 'a', 'waiting', 0, ${OLD}), ('b', 'ana', 'wire', '***', 'b', 'checking', 0, 1)`),
  reversals: () =>
    db.exec(`PRAGMA foreign_keys = OFF; INSERT INTO reversal_proposals (id, operation_id, account_id, proposed_by, proposed_at, reason)
      VALUES ('a', 'o', 'ana', 'olga', ${OLD}, 'because of the test')`),
  breaks: () =>
    db.exec(`PRAGMA foreign_keys = OFF; INSERT INTO bank_breaks (id, source, kind, file_id, line, day, bank_cents, found_at, owner_id)
      VALUES ('a', 'dollars', 'theirs-alone', 'f', 1, '2026-11-24', 1, ${OLD}, 'olga')`),
  debts: () =>
    db.exec(`PRAGMA foreign_keys = OFF; INSERT INTO disputes (id, deposit_id, account_id, gateway, case_number, amount_cents, fee_cents, tax_cents,
        due_cents, taken_cents, owed_cents, opened_at)
      VALUES ('a', 'd', 'ana', 'sandbox', 'CB-1', 100, 0, 0, 100, 40, 60, ${OLD}), ('b', 'e', 'ana', 'sandbox', 'CB-2', 100, 0, 0, 100, 100, 0, 1)`),
  'treasury-orders': () =>
    db.exec(`INSERT INTO treasury_orders (id, kind, brl_cents, reference, reason, proposed_by, proposed_at, state, decided_by, decided_at)
      VALUES ('a', 'tax-paid', 100, 'DARF 1', 'because', 'olga', ${OLD}, 'open', NULL, NULL),
        ('b', 'tax-paid', 100, 'DARF 2', 'because', 'olga', 1, 'withdrawn', 'olga', 2)`),
  'set-asides': () =>
    db.exec(`PRAGMA foreign_keys = OFF; INSERT INTO bank_set_asides (id, file_id, reason, proposed_by, proposed_at, state, decided_by, decided_at)
      VALUES ('a', 'f', 'because', 'olga', ${OLD}, 'open', NULL, NULL), ('b', 'f', 'because', 'olga', 1, 'withdrawn', 'olga', 2)`),
  bars: () => proposals('bar-receipt', 'bar', ['gold x 1', 'gold x 2']),
  tariffs: () =>
    db.exec(`INSERT INTO tariffs (id, kind, from_day, free_days, above_cents, cent_days_per_cent, proposed_by, proposed_at)
      VALUES ('a', 'storage', '2027-03-01', 365, 1000000, 73000, 'olga', ${OLD})`),
  'overdue-complaints': () => {
    contact('1', 'olga', NOW - 1);
  },
  contacts: () => contact('1', null, NOW + 1),
  identities: () =>
    db.exec(`PRAGMA foreign_keys = OFF;
      INSERT INTO identities (user_id, kind, country, masked, state, asks, pep, pep_stated_at, given_at, step_id, updated_at)
      VALUES ('ana', 'cpf', 'BR', '***', 'waiting', 1, 0, 1, 1, 's', ${OLD}), ('bia', 'cpf', 'BR', '***', 'verified', 1, 0, 1, 1, 's', 1)`),
  closings: () =>
    db.exec(
      `INSERT INTO account_closings (id, user_id, requested_at, due_at) VALUES ('a', 'ana', ${OLD}, ${NOW + 9})`,
    ),
  proposals: () => proposals('suspend', 'subject_id', ['ana', 'bia']),
  bulletins: () =>
    db.exec(`INSERT INTO ptax_days (kind, day, buy_e4, sell_e4, published_at, source, fetched_at, held)
      VALUES ('spot', '2026-11-23', 1, 2, 1, 'bcb-ptax', ${OLD}, 'implausible')`),
  'dead-mail': () =>
    db.exec(`INSERT INTO mail_outbox (id, user_id, kind, message, email, full_name, language, state, rank, expires_at, created_at, updated_at)
      VALUES ('a', 'ana', 'welcome', '{}', 'a@example.com', 'Ana', 'en', 'dead', 1, 9, 1, ${OLD})`),
  submissions: () => {
    contact('1', null, null);
    db.exec("UPDATE contact_messages SET state = 'closed'; UPDATE submission_forwards SET state = 'failed'");
  },
};

test.each(TODAY_KINDS)('%s: one that waits is counted with its age', async (kind) => {
  const of = async () => (await today('owner')).waiting.find((one) => one.kind === kind);
  expect(await of()).toMatchObject({ count: 0, oldestAt: null });
  await ONE[kind]();
  expect(await of()).toMatchObject({ count: 1, oldestAt: new Date(OLD).toISOString() });
  // Nothing else counts it too.
  const others = (await today('owner')).waiting.filter((one) => one.kind !== kind && one.count > 0);
  expect(others.map((one) => one.kind)).toEqual([]);
});

test('a tariff of the exchange waits beside one of storage', async () => {
  const waiting = async () => (await today('treasury')).waiting.find(({ kind }) => kind === 'tariffs');
  await ONE.tariffs();
  db.exec(`INSERT INTO exchange_tariffs (id, from_day, spread_bp, iof_bp, legal_basis, proposed_by, proposed_at)
    VALUES ('a', '2026-12-01', 50, 110, 'because of the test', 'olga', ${OLD - 1})`);
  expect(await waiting()).toMatchObject({ count: 2, oldestAt: new Date(OLD - 1).toISOString() });
  db.exec(`UPDATE exchange_tariffs SET state = 'withdrawn', decided_by = 'olga', decided_at = ${NOW}`);
  expect(await waiting()).toMatchObject({ count: 1, oldestAt: new Date(OLD).toISOString() });
});

test('who has taken some, and how many nobody has, is said of what is taken', async () => {
  contact('1', 'olga', null);
  contact('2', 'olga', null);
  contact('3', null, null);
  const { waiting } = await today('owner');
  expect(waiting.find(({ kind }) => kind === 'contacts')).toMatchObject({
    count: 3,
    owners: { emails: ['olga@example.com'], nobody: 1 },
  });
  expect(waiting.find(({ kind }) => kind === 'breaks')?.owners).toEqual({ emails: [], nobody: 0 });
  expect(waiting.find(({ kind }) => kind === 'deposits')?.owners).toBeNull();
});

test.each(['support', 'compliance', 'treasury', 'content', 'auditor', 'owner'] as const)(
  '%s is told of what the role opens, and of nothing else',
  async (role) => {
    db.exec(
      OPERATOR_ALERT_KINDS.map(
        (kind) =>
          `INSERT INTO operator_alerts (id, kind, subject, figure, began_at) VALUES ('${kind}', '${kind}', 's', 1, 1);`,
      ).join('\n'),
    );
    const { waiting, alerts } = await today(role);
    const opens = (may: Parameters<typeof rolesWith>[0]) => rolesWith(may).includes(role);
    expect(waiting.map(({ kind }) => kind)).toEqual(TODAY_KINDS.filter((kind) => opens(TODAY[kind].may)));
    expect(alerts.map(({ kind }) => kind).toSorted()).toEqual(
      OPERATOR_ALERT_KINDS.filter((kind) => opens(OPERATOR_ALERTS[kind].may)).toSorted(),
    );
  },
);

describe('an alert', () => {
  let time = NOW;
  const begin = (id: string, subject = id, kind: OperatorAlertKind = 'gateway-unreachable') =>
    db.exec(
      `INSERT INTO operator_alerts (id, kind, subject, figure, began_at) VALUES ('${id}', '${kind}', '${subject}', 1, ${NOW})`,
    );
  const end = (id: string) => db.exec(`UPDATE operator_alerts SET ended_at = ${NOW} WHERE id = '${id}'`);
  const by = (who: string, ...roles: OperatorRole[]) => ({
    actorId: who,
    actor: `${who}@example.com`,
    device: null,
    place: null,
    facts: as(...roles),
  });
  const [ana, bia, clara] = [by('ana', 'treasury'), by('bia', 'owner'), by('olga', 'content')];
  const change = (who: ReturnType<typeof by>, change_: AlertChange, id = 'a') =>
    changeAlert({ db: asD1(db), now: () => time, newId: () => crypto.randomUUID() }, who, { id, ...change_ });
  const take = (who: ReturnType<typeof by>, seen: string | null = null, id?: string) =>
    change(who, { change: 'take', seen }, id);
  const release = (who: ReturnType<typeof by>, id?: string) => change(who, { change: 'release' }, id);
  const refused = { ok: false, error: { code: 'AlertChanged' } };
  const logged = () =>
    db
      .prepared(
        `SELECT action, actor, subject_kind AS kind, subject_id AS id, before, after FROM audit_log ORDER BY seq`,
      )
      .all()
      .map((row) => Object.assign({}, row));
  const waits = async (who: string) => {
    const { alerts } = await waitingWork(
      { db: asD1(db), now: () => NOW },
      { ...as('treasury'), userId: who },
    );
    return alerts;
  };
  const had = (id: string) =>
    db.prepared(`SELECT owner_id AS owner, taken_at AS at FROM operator_alerts WHERE id = ?`).get(id);

  beforeEach(() => {
    time = NOW;
    begin('a');
  });

  test('is with nobody until somebody takes it, gives it back, or takes it from another; all of it is logged', async () => {
    expect((await today('owner')).alerts).toMatchObject([{ id: 'a', owner: null }]);
    time = NOW + 60_000;
    const since = new Date(time).toISOString();
    expect(await take(ana)).toMatchObject({
      ok: true,
      value: { id: 'a', owner: { id: 'ana', email: 'ana@example.com', since, isCaller: true } },
    });
    expect((await today('owner')).alerts[0]?.owner).toMatchObject({
      email: 'ana@example.com',
      isCaller: false,
    });
    time += 60_000;
    expect(await take(bia, 'ana')).toMatchObject({ ok: true, value: { owner: { id: 'bia' } } });
    expect(await release(bia)).toMatchObject({ ok: true, value: { owner: null } });
    expect(logged().map(({ action, actor, kind, id }) => [action, actor, kind, id].join(' '))).toEqual([
      'alert.taken ana@example.com alert a',
      'alert.taken bia@example.com alert a',
      'alert.released bia@example.com alert a',
    ]);
    expect(JSON.parse(String(logged()[1]?.['before']))).toEqual({
      kind: 'gateway-unreachable',
      about: 'a',
      owner: 'ana@example.com',
    });
    expect(JSON.parse(String(logged()[1]?.['after']))).toEqual({ owner: 'bia@example.com' });
  });

  test('is taken by one of those who press at the same moment, and the others are told', async () => {
    const results = await Promise.all([ana, bia, ana, bia].map((who) => take(who)));
    const winner = String(had('a')?.['owner']);
    expect(results.map(({ ok }) => ok)).toEqual(['ana', 'bia', 'ana', 'bia'].map((who) => who === winner));
    expect(logged()).toHaveLength(1);
  });

  test('is not given back by who does not have it, nor taken from whom it is not with any more', async () => {
    expect(await take(bia, 'ana')).toEqual(refused);
    await take(ana);
    expect(await release(bia)).toEqual(refused);
    expect(await take(bia)).toEqual(refused);
    expect(had('a')).toMatchObject({ owner: 'ana' });
    expect(logged()).toHaveLength(1);
  });

  test('is changed once by the same call again', async () => {
    expect(await release(ana)).toMatchObject({ ok: true });
    await take(ana);
    time += 60_000;
    expect(await take(ana)).toMatchObject({
      ok: true,
      value: { owner: { since: new Date(NOW).toISOString() } },
    });
    expect(logged()).toHaveLength(1);
  });

  test('is taken by nobody whose roles do not open it, nor is one that is none', async () => {
    expect(await take(clara)).toEqual({ ok: false, error: { code: 'NotFound' } });
    expect(await take(ana, null, 'none')).toEqual(refused);
    expect(had('a')).toMatchObject({ owner: null });
    expect(logged()).toEqual([]);
  });

  test('that is over keeps who had it, and begins again with nobody', async () => {
    await take(ana);
    end('a');
    expect(await take(bia, 'ana')).toEqual(refused);
    expect(await release(ana)).toEqual(refused);
    begin('again', 'a');
    expect((await today('owner')).alerts).toMatchObject([{ id: 'again', owner: null }]);
    expect(had('a')).toMatchObject({ owner: 'ana' });
    expect(() => db.exec("UPDATE operator_alerts SET owner_id = 'bia' WHERE id = 'a'")).toThrow(
      /stays as it was/u,
    );
  });

  test('is on the sign of every page whether or not somebody has it', async () => {
    begin('b');
    expect(await waits('bia')).toEqual({ open: 2, owners: [], nobody: 2 });
    await take(ana);
    expect(await waits('bia')).toEqual({ open: 2, owners: ['ana@example.com'], nobody: 1 });
    await take(ana, null, 'b');
    expect(await waits('bia')).toEqual({ open: 2, owners: ['ana@example.com'], nobody: 0 });
    end('a');
    expect(await waits('bia')).toMatchObject({ open: 1, nobody: 0 });
  });
});

test.each([
  ...TODAY_KINDS.map((kind) => [kind, TODAY[kind]] as const),
  ...OPERATOR_ALERT_KINDS.map((kind) => [kind, OPERATOR_ALERTS[kind]] as const),
])('whoever is told of %s may open its page', (_kind, { may, page }) => {
  const [path = ''] = page.split('?');
  expect(Object.keys(ADMIN_PAGES)).toContain(path);
  const needed = ADMIN_PAGES[path as keyof typeof ADMIN_PAGES];
  expect(rolesWith(may).filter((role) => !rolesWith(needed).includes(role))).toEqual([]);
});
