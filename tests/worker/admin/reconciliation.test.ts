// /api/admin/reconciliation, /treasury and /today over the wire: a file comes as it is, is refused with what is wrong, and its breaks
// are worked on.

import { env } from 'cloudflare:workers';
import { beforeAll, expect, test } from 'vitest';
import type {
  BankBreak,
  BankBreaksPage,
  BankFileLines,
  BankFileLoaded,
  BankFilesPage,
  ReconciliationOverview,
} from '../../../worker/contract/operators/reconciliation.ts';
import type { OperatorAlert, Today } from '../../../worker/contract/operators/today.ts';
import type { TreasuryReport } from '../../../worker/contract/operators/treasury.ts';
import type { Problem } from '../../../worker/contract/problem-document.ts';
import { inspectLedger } from '../../../worker/db/ledger-check.ts';
import { BANK_FILE_MAX_BYTES } from '../../../worker/domain/bank-files.ts';
import { createCustomer, type Customer, ORIGIN } from '../../support/customers.ts';
import { fund } from '../../support/funds.ts';
import { callsOf, realWorker } from '../../support/money-calls.ts';
import { asOperator, makeOperator } from './operator-calls.ts';

let treasurer: Customer;
let auditor: Customer;
beforeAll(async () => {
  [treasurer, auditor] = await Promise.all([
    makeOperator({ roles: ['treasury'] }),
    makeOperator({ roles: ['auditor'] }),
  ]);
});

/** A label and amounts of its own, so that no other test's movement is one of these. */
let next = 0;
const load = (body: BodyInit, query = 'source=dollars&label=november.csv', who = treasurer) =>
  realWorker(
    new Request(`${ORIGIN}/api/admin/reconciliation/files?${query}`, {
      method: 'POST',
      headers: who.headers,
      body,
    }),
  );
const file = (rows: readonly string[]) => `date,amount,reference,description\n${rows.join('\n')}\n`;
const problemOf = async (reply: Response) => {
  const { code, fault, line } = await reply.json<Problem>();
  return [reply.status, code, ...(fault === undefined ? [] : [fault, line])];
};

test('a file is compared with the books, its breaks are taken and resolved, and the next one knows its lines', async () => {
  next += 1;
  const call = asOperator(treasurer);
  const row = `2001-01-0${next},0.0${next},,`;
  const reply = await load(file([row]));
  expect(reply.status).toBe(201);
  const loaded = await reply.json<BankFileLoaded>();
  expect(loaded).toMatchObject({
    file: { label: 'november.csv', lines: 1, fromDay: '2001-01-01' },
    breaks: { 'theirs-alone': 1 },
  });
  expect(await problemOf(await load(file([row])))).toEqual([409, 'BankFileKnown']);
  const page = await (
    await call('/reconciliation/breaks?kind=theirs-alone&owner=nobody')
  ).json<BankBreaksPage>();
  const { id = '' } = page.breaks.find(({ day }) => day === '2001-01-01') ?? {};
  const taken = await call(`/reconciliation/breaks/${id}/take`, { method: 'POST', body: {} });
  expect(await taken.json<BankBreak>()).toMatchObject({ owner: { id: treasurer.userId } });
  const resolve = (reason: string) =>
    call(`/reconciliation/breaks/${id}/resolve`, { method: 'POST', body: { reason } });
  expect(await problemOf(await resolve(' '))).toEqual([422, 'ValidationFailed']);
  expect(await (await resolve('A test of the bank')).json<BankBreak>()).toMatchObject({ state: 'resolved' });
  expect(await problemOf(await resolve('Again'))).toEqual([409, 'BreakEnded']);
  const seen = asOperator(auditor);
  const overview = await (await seen('/reconciliation')).json<ReconciliationOverview>();
  expect(overview.sources.map(({ source }) => source)).toEqual(['dollars', 'reais']);
  expect(overview.sources[0]?.file).toMatchObject({ id: loaded.file.id });
  expect(overview.sources[0]?.closing).toBeNull();
  const balanced = `date,amount,balance\n2001-01-0${next},0.5${next},7.00\n`;
  expect(await (await load(balanced)).json<BankFileLoaded>()).toMatchObject({
    balance: 'compared',
    breaks: { 'balance-differs': 1 },
  });
  const after = await (await seen('/reconciliation')).json<ReconciliationOverview>();
  expect(after.sources[0]?.closing).toMatchObject({ bankCents: 700, explained: false });
  expect(
    (await (await seen('/reconciliation/breaks?state=resolved')).json<BankBreaksPage>()).breaks.length,
  ).toBeGreaterThan(0);
});

test.each([
  ['of nothing', '', [422, 'BankFileRefused', 'empty', null]],
  ['of a picture', Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0]), [422, 'BankFileRefused', 'encoding', null]],
  ['with a day that is none', file(['2026-02-30,1.00,,']), [422, 'BankFileRefused', 'day', 2]],
  ['that is too long', 'x'.repeat(BANK_FILE_MAX_BYTES + 1), [413, 'BankFileTooLarge']],
] as const)('a file %s says what is wrong with it', async (_what, body, expected) => {
  expect(await problemOf(await load(body))).toEqual(expected);
});

test.each([
  'label=x',
  'source=dollars',
  'source=gold&label=x',
  'source=dollars&label=',
  `source=dollars&label=${'x'.repeat(121)}`,
  `source=dollars&label=${encodeURIComponent('a\u202Eb')}`,
])('%s names no file', async (query) => {
  expect(await problemOf(await load(file(['2026-11-02,1.00,,']), query))).toEqual([422, 'ValidationFailed']);
});

test.each(['state=x', 'kind=x', 'owner=x', 'source=x', 'cursor=x', "cursor=1.'"])(
  'breaks by %s are no list',
  async (query) => {
    expect((await asOperator(auditor)(`/reconciliation/breaks?${query}`)).status).toBe(422);
  },
);

test('of two files with one payment one has it, whichever comes first', async () => {
  const customer = await createCustomer(env);
  const cents = 10_000 + Math.floor(Date.now() % 9_000);
  await fund(env.DB, customer, cents, Date.parse('2002-03-04T12:00:00Z'));
  const row = (id: string) => `2002-03-04,${(cents / 100).toFixed(2)},${id},`;
  const replies = await Promise.all(
    ['a', 'b', 'c'].map(async (id) => load(file([row(id), `2002-03-20,-0.01,${id},`]))),
  );
  expect(replies.map(({ status }) => status)).toEqual([201, 201, 201]);
  const bodies = await Promise.all(replies.map((reply) => reply.json<BankFileLoaded>()));
  expect(bodies.map(({ matched }) => matched).toSorted()).toEqual([0, 0, 1]);
});

/** Of the nightly check the rules of files alone: other tests of this database close accounts in ways of their own. */
async function expectFilesInOrder(): Promise<void> {
  const { findings } = await inspectLedger(env.DB);
  expect(findings.filter(({ rule }) => rule.startsWith('bank-'))).toEqual([]);
}

test('a wrong file is set aside by two: its lines stay readable, nothing of it counts, and it may be loaded again', async () => {
  const customer = await createCustomer(env);
  const deposited = 7_131_023;
  expect((await callsOf(customer).deposit({ amountCents: deposited, method: 'wire' })).status).toBe(201);
  const second = asOperator(await makeOperator({ roles: ['treasury'] }));
  const call = asOperator(treasurer);
  const today = new Date(Date.now() - 3 * 3_600_000).toISOString().slice(0, 10);
  const body = file([`${today},71310.23,,`, `2001-02-03,0.77,WRONG-1,`, `2001-02-04,0.78,WRONG-2,`]);
  const { file: loaded, matched } = await (await load(body)).json<BankFileLoaded>();
  expect(matched).toBe(1);
  const open = async () => {
    const page = await (await call('/reconciliation/breaks')).json<BankBreaksPage>();
    return page.breaks.filter(({ day }) => day.startsWith('2001-02'));
  };
  const [first] = await open();
  await call(`/reconciliation/breaks/${first?.id}/resolve`, { method: 'POST', body: { reason: 'A fee' } });
  const listed = async () => {
    const { files } = await (await call('/reconciliation/files')).json<BankFilesPage>();
    return files.find(({ id }) => id === loaded.id)?.setAside ?? null;
  };
  expect(await listed()).toBeNull();
  const propose = (id: string) =>
    call(`/reconciliation/files/${id}/set-aside`, { method: 'POST', body: { reason: 'Of another account' } });
  expect(await problemOf(await propose('nothing'))).toEqual([404, 'NotFound']);
  // A later file of the same days knows a line of it: that one goes first.
  const later = await (
    await load(file([`2001-02-04,0.78,WRONG-2,`, `2001-02-05,0.79,LATER-1,`]))
  ).json<BankFileLoaded>();
  expect(later.file.repeated).toBe(1);
  expect(await problemOf(await propose(loaded.id))).toEqual([409, 'BankFileRepeated']);
  const setAside = async (id: string) => {
    expect((await propose(id)).status).toBe(201);
    expect(await problemOf(await propose(id))).toEqual([409, 'ProposedAlready']);
    const { files } = await (await call('/reconciliation/files')).json<BankFilesPage>();
    const proposal = files.find((one) => one.id === id)?.setAside?.id ?? '';
    const approve = `/reconciliation/set-asides/${proposal}/approve`;
    expect(await problemOf(await call(approve, { method: 'POST', body: {} }))).toEqual([
      409,
      'SecondOperatorNeeded',
    ]);
    return (await second(approve, { method: 'POST', body: {} })).status;
  };
  expect(await setAside(later.file.id)).toBe(200);
  expect(await setAside(loaded.id)).toBe(200);
  expect(await listed()).toMatchObject({ state: 'approved', reason: 'Of another account' });
  expect(await problemOf(await propose(loaded.id))).toEqual([404, 'NotFound']);
  expect(await open()).toEqual([]);
  const aside = await (await call('/reconciliation/breaks?state=set-aside')).json<BankBreaksPage>();
  expect(
    aside.breaks.filter(({ day }) => day.startsWith('2001-02')).map(({ resolution }) => resolution),
  ).toContain('A fee');
  const lines = await (await call(`/reconciliation/files/${loaded.id}`)).json<BankFileLines>();
  expect(lines.lines.map(({ cents, operationId }) => [cents, operationId !== null])).toEqual([
    [deposited, true],
    [77, false],
    [78, false],
  ]);
  expect(await problemOf(await call('/reconciliation/files/nothing'))).toEqual([404, 'NotFound']);
  await expectFilesInOrder();
  const logged = await env.DB.prepare(
    `SELECT action, note FROM audit_log WHERE subject_kind = 'bank' AND action LIKE 'bank.%set-aside%' ORDER BY seq`,
  ).all();
  expect(logged.results.slice(-2)).toEqual([
    { action: 'bank.set-aside-proposed', note: 'Of another account' },
    { action: 'bank.file-set-aside', note: null },
  ]);
  // The same again: it is compared as if it had never been there.
  const again = await (await load(body)).json<BankFileLoaded>();
  expect(again).toMatchObject({ matched: 1, file: { repeated: 0 }, breaks: { 'theirs-alone': 2 } });
  expect(await open()).toHaveLength(2);
  await expectFilesInOrder();
  const back = env.DB.prepare('UPDATE bank_files SET set_aside_at = NULL WHERE id = ?').bind(loaded.id).run();
  await expect(back).rejects.toThrow('set aside once');
});

test('an alert is taken and given back, with what was seen of it', async () => {
  const id = crypto.randomUUID();
  const add = `INSERT INTO operator_alerts (id, kind, subject, figure, began_at) VALUES (?1, 'exchange-position', ?1, 1, 1)`;
  await env.DB.prepare(add).bind(id).run();
  const of =
    (who: Customer) =>
    (body: unknown, alert = id) =>
      asOperator(who)(`/today/alerts/${alert}`, { method: 'PATCH', body });
  const [first, second, stranger] = [
    of(treasurer),
    of(auditor),
    of(await makeOperator({ roles: ['content'] })),
  ];
  const taken = await first({ change: 'take', seen: null });
  expect(await taken.json<OperatorAlert>()).toMatchObject({
    id,
    owner: { id: treasurer.userId, isCaller: true },
  });
  expect(await problemOf(await second({ change: 'take', seen: null }))).toEqual([409, 'AlertChanged']);
  expect(await problemOf(await second({ change: 'release' }))).toEqual([409, 'AlertChanged']);
  expect(await problemOf(await stranger({ change: 'take', seen: null }))).toEqual([404, 'NotFound']);
  expect(await problemOf(await first({ change: 'take', seen: null }, 'none'))).toEqual([409, 'AlertChanged']);
  for (const body of [{ change: 'take' }, { change: 'mute' }, { change: 'take', seen: 'x'.repeat(101) }, []])
    expect(await problemOf(await first(body))).toEqual([422, 'ValidationFailed']);
  const over = await second({ change: 'take', seen: treasurer.userId });
  expect(await over.json<OperatorAlert>()).toMatchObject({ owner: { id: auditor.userId } });
  expect((await second({ change: 'release' })).status).toBe(200);
  await env.DB.prepare('UPDATE operator_alerts SET ended_at = 2 WHERE id = ?1').bind(id).run();
});

test('the figures of the house add up, and today says what waits', async () => {
  const { differences, cash, house } = await (await asOperator(auditor)('/treasury')).json<TreasuryReport>();
  expect(differences.map(({ amount }) => amount)).toEqual([0, 0, 0, 0]);
  const clearing = house.find(({ account, asset }) => account === 'cash' && asset === 'usd')?.amount ?? 0;
  // Trades included: they are on the same account.
  const byGateway = cash.filter(({ asset }) => asset === 'usd').reduce((sum, { amount }) => sum + amount, 0);
  expect(byGateway + clearing).toBe(0);
  const { waiting } = await (await asOperator(auditor)('/today')).json<Today>();
  expect(waiting.map(({ kind }) => kind)).toContain('breaks');
  expect(waiting.map(({ kind }) => kind)).not.toContain('contacts');
});
