// Compliance's queue: papers through a logged view, one decision of many, another operator for an appeal (P60, P62).

import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import type { IdentitiesPage, IdentityDetails } from '../../../worker/contract/operators/identities.ts';
import { findIdentity } from '../../../worker/db/identities.ts';
import { IDENTITY_VIEW_MS } from '../../../worker/domain/identity.ts';
import { createCustomer, type Customer } from '../../support/customers.ts';
import { expectBooksToBalance } from '../../support/funds.ts';
import { outcome, outcomes } from '../../support/money-calls.ts';
import { asOperator, auditOf, codeOf, makeOperator } from '../admin/operator-calls.ts';
import { handInPapers, identityOf, person, PNG } from './identity-calls.ts';

let ana: Customer;
let [odete, otto] = [] as unknown as [Customer, Customer];
beforeEach(async () => {
  ana = await createCustomer(env, { level: 0 });
  odete = await makeOperator({ roles: ['compliance'] });
  otto = await makeOperator({ roles: ['compliance'] });
});

const desk = (operator: Customer, of: Customer = ana) => {
  const ask = asOperator(operator);
  const path = `/identities/${of.userId}`;
  return {
    open: () => ask(`${path}/views`, { method: 'POST' }),
    read: () => ask(path),
    details: async () => (await ask(path)).json<IdentityDetails>(),
    paper: (id: string) => ask(`${path}/documents/${id}`),
    decide: (body: object) =>
      ask(`${path}/decisions`, { method: 'POST', body: { reason: 'The papers agree', ...body } }),
  };
};
const revisionOf = async (of: Customer = ana) => (await findIdentity(env.DB, of.userId))?.revision ?? 0;

describe('a name that may be on a list', () => {
  beforeEach(async () => {
    await identityOf(ana).give(person('58'));
  });

  test('is in the queue with its reason and the reference of the provider, and an operator makes level 1 of it', async () => {
    const page = await (await asOperator(odete)(`/identities?search=${ana.email}`)).json<IdentitiesPage>();
    expect(page.identities).toMatchObject([
      { userId: ana.userId, state: 'waiting', isListed: true, asks: 1 },
    ]);
    await desk(odete).open();
    const details = await desk(odete).details();
    expect(details).toMatchObject({
      isListed: true,
      reason: 'listed',
      providerReference: expect.any(String),
    });
    expect(details.steps[0]).toMatchObject({ step: 'listed', by: 'provider', fromLevel: 0, toLevel: 0 });
    const reply = await desk(odete).decide({ revision: await revisionOf(), decision: 'approve' });
    expect(await reply.json<IdentityDetails>()).toMatchObject({
      level: 1,
      state: 'verified',
      isListed: false,
    });
    await expectBooksToBalance(env.DB);
  });

  test('is refused by an operator alone, with a reason of the own, and may be appealed', async () => {
    await desk(odete).open();
    await desk(odete).decide({ revision: await revisionOf(), decision: 'refuse', reason: 'The same person' });
    expect(await identityOf(ana).read()).toMatchObject({
      level: 0,
      identity: { state: 'refused', reason: 'The same person' },
    });
    expect((await identityOf(ana).appeal('That is a man of the same name.')).status).toBe(200);
  });
});

describe('papers', () => {
  beforeEach(async () => {
    await identityOf(ana).give(person());
    await handInPapers(ana);
  });

  test('are seen by who has opened them, for ten minutes, as pictures of the page alone', async () => {
    const at = desk(odete);
    expect(await codeOf(await at.read())).toBe('ViewNotOpened');
    expect((await at.open()).status).toBe(201);
    const { documents, given, othersDecide } = await at.details();
    expect([documents.length, given?.fullName, othersDecide]).toEqual([3, 'Ana Prado', false]);
    const id = documents.find(({ kind }) => kind === 'document')?.id ?? '';
    const paper = await at.paper(id);
    expect(Object.fromEntries(paper.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': 'inline',
      'cache-control': 'no-store',
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    });
    expect(new Uint8Array(await paper.arrayBuffer())).toEqual(PNG);
    // Another operator's opening is not this one's.
    expect(await codeOf(await desk(otto).paper(id))).toBe('ViewNotOpened');
    expect((await auditOf(ana.userId)).map(({ action, actorId }) => [action, actorId])).toEqual([
      ['identity.viewed', odete.userId],
    ]);
    // The log is append-only, so the clock goes: a line of the time before stands for it.
    const worker = await createCustomer(env, { admin: true, roles: ['compliance'], steppedUp: true });
    await env.DB.prepare(
      `INSERT INTO audit_log (seq, id, happened_at, actor_id, actor, action, subject_kind, subject_id, previous_hash, hash)
       SELECT seq + 1, ?1, ?2, ?3, 'o@example.com', 'identity.viewed', 'customer', ?4, hash, ?5 FROM audit_head`,
    )
      .bind(crypto.randomUUID(), Date.now() - IDENTITY_VIEW_MS, worker.userId, ana.userId, 'b'.repeat(64))
      .run();
    expect(await codeOf(await desk(worker).paper(id))).toBe('ViewNotOpened');
  });

  test('that are approved make level 2, with who, why, a letter and a line of the log', async () => {
    const at = desk(odete);
    await at.open();
    const reply = await at.decide({ revision: await revisionOf(), decision: 'approve' });
    expect(reply.status).toBe(200);
    const details = await reply.json<IdentityDetails>();
    expect(details).toMatchObject({ level: 2, state: 'verified' });
    expect(details.steps[0]).toMatchObject({
      step: 'approved',
      fromLevel: 1,
      toLevel: 2,
      operator: odete.email,
    });
    expect((await auditOf(ana.userId)).at(-1)).toMatchObject({
      action: 'identity.approved',
      note: 'The papers agree',
      before: JSON.stringify({ state: 'waiting', level: 1 }),
      after: JSON.stringify({ state: 'verified', level: 2 }),
    });
    const letter = await env.DB.prepare(
      `SELECT message FROM mail_outbox WHERE user_id = ? AND kind = 'identity' AND message ->> '$.level' = 2`,
    )
      .bind(ana.userId)
      .first<string>('message');
    expect(letter).toContain('level-reached');
    await expectBooksToBalance(env.DB);
  });

  test('of two operators who decide at once, one does, whatever they say', async () => {
    await Promise.all([desk(odete).open(), desk(otto).open()]);
    const revision = await revisionOf();
    const counted = await outcomes([
      desk(odete).decide({ revision, decision: 'approve' }),
      desk(otto).decide({ revision, decision: 'refuse' }),
    ]);
    expect(counted).toEqual({ 200: 1, IdentityChanged: 1 });
    const steps = await env.DB.prepare(
      `SELECT count(*) AS n FROM identity_steps WHERE user_id = ? AND by_kind = 'operator'`,
    )
      .bind(ana.userId)
      .first<number>('n');
    expect(steps).toBe(1);
    expect((await auditOf(ana.userId)).filter(({ action }) => action !== 'identity.viewed')).toHaveLength(1);
  });

  test('of which more is asked go back to the customer, who sends it, and come again', async () => {
    await desk(odete).open();
    await desk(odete).decide({
      revision: await revisionOf(),
      decision: 'ask',
      reason: 'The back is missing',
    });
    expect(await identityOf(ana).read()).toMatchObject({
      identity: { state: 'more', reason: 'The back is missing' },
    });
    expect(await outcome(await identityOf(ana).submit(2))).toBe('DocumentsMissing');
    await identityOf(ana).upload('document', PNG);
    expect((await identityOf(ana).submit(2)).status).toBe(200);
    expect(await identityOf(ana).state()).toBe('waiting');
  });

  test('that are refused keep the level, and an appeal goes to another operator', async () => {
    await desk(odete).open();
    await desk(odete).decide({ revision: await revisionOf(), decision: 'refuse', reason: 'Not readable' });
    expect(await identityOf(ana).read()).toMatchObject({
      level: 1,
      identity: { state: 'refused', reason: 'Not readable' },
    });
    expect((await identityOf(ana).appeal('short')).status).toBe(422);
    expect((await identityOf(ana).appeal('Everything can be read on my phone.')).status).toBe(200);
    expect(await outcome(await identityOf(ana).appeal('Everything can be read on my phone.'))).toBe(
      'IdentityChanged',
    );
    const revision = await revisionOf();
    expect(await codeOf(await desk(odete).decide({ revision, decision: 'refuse' }))).toBe('OwnRefusal');
    await desk(otto).open();
    expect((await desk(otto).decide({ revision, decision: 'approve' })).status).toBe(200);
    expect(await identityOf(ana).read()).toMatchObject({ level: 2 });
  });
});

test('a refusal of the check is appealed: approved by a person, the number is the customer’s, if it is nobody else’s by then', async () => {
  const given = person('17');
  await identityOf(ana).give(given);
  await identityOf(ana).appeal('I have another surname since I married.');
  await desk(odete).open();
  const bea = await createCustomer(env, { level: 0 });
  await identityOf(bea).give(given);
  await identityOf(bea).appeal('I have another surname since I married.');
  await desk(odete, bea).open();
  expect((await desk(odete).decide({ revision: await revisionOf(), decision: 'approve' })).status).toBe(200);
  expect((await identityOf(ana).read()).level).toBe(1);
  const second = await desk(odete, bea).decide({ revision: await revisionOf(bea), decision: 'approve' });
  expect(await codeOf(second)).toBe('IdentityTaken');
  expect((await identityOf(bea).read()).level).toBe(0);
});

test('level 3 names the sums that were agreed', async () => {
  const eva = await createCustomer(env, { level: 2 });
  await identityOf(eva).upload('funds', PNG);
  expect((await identityOf(eva).submit(3)).status).toBe(200);
  const at = desk(odete, eva);
  await at.open();
  const revision = await revisionOf(eva);
  expect((await at.decide({ revision, decision: 'approve' })).status).toBe(422);
  const sums = { depositCents: 90_000_000, withdrawalCents: 30_000_000 };
  expect((await at.decide({ revision, decision: 'approve', ...sums })).status).toBe(200);
  expect(await at.details()).toMatchObject({ level: 3, agreed: sums });
  const { deposits } = await identityOf(eva).read();
  expect(deposits.levels.at(-1)).toEqual({ level: 3, maxCents: 90_000_000 });
});

test('the queue has appeals first, then who waits longest; nobody else’s role opens it, and nobody decides about himself', async () => {
  const [early, late, appealing] = await Promise.all(
    [1, 2, 3].map(() => createCustomer(env, { level: 0, fullName: `Fila ${ana.userId}` })),
  );
  if (early === undefined || late === undefined || appealing === undefined) throw new Error('three of them');
  await identityOf(early).give(person('41'));
  await identityOf(late).give(person('41'));
  await identityOf(appealing).give(person('33'));
  await identityOf(appealing).appeal('I am alive, as far as I can tell.');
  const search = `/identities?search=${encodeURIComponent(`Fila ${ana.userId}`)}`;
  const listed = async (path: string) => (await asOperator(odete)(path)).json<IdentitiesPage>();
  const ids = (page: IdentitiesPage) => page.identities.map(({ userId }) => userId);
  expect(ids(await listed(search))).toEqual([appealing.userId, early.userId, late.userId]);
  const first = await listed(`${search}&limit=2`);
  const rest = await listed(`${search}&limit=2&cursor=${first.nextCursor}`);
  expect([...ids(first), ...ids(rest)]).toEqual([appealing.userId, early.userId, late.userId]);
  expect(ids(await listed(`${search}&state=appealed`))).toEqual([appealing.userId]);
  expect(JSON.stringify(first)).not.toContain('sealed');

  const support = await makeOperator({ roles: ['support'] });
  expect(await codeOf(await asOperator(support)(search))).toBe('Forbidden');
  await identityOf(odete).read();
  await env.DB.prepare(`UPDATE identities SET state = 'waiting' WHERE user_id = ?`).bind(odete.userId).run();
  const own = desk(odete, odete);
  await own.open();
  expect(await codeOf(await own.decide({ revision: await revisionOf(odete), decision: 'approve' }))).toBe(
    'OwnAccount',
  );
});
