// Contact messages as work: found, taken by one operator, answered by e-mail in the language they were written in.

import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ContactDetails, ContactsPage } from '../../../worker/contract/operators/contacts.ts';
import type { WaitingWork } from '../../../worker/contract/operators/waiting.ts';
import { complaintStatement } from '../../../worker/db/complaints.ts';
import { submissionStatement } from '../../../worker/db/submissions.ts';
import { complaintOf } from '../../../worker/domain/complaints.ts';
import type { ContactChange } from '../../../worker/domain/contacts.ts';
import type { MailMessage } from '../../../worker/domain/mail-messages.ts';
import { letterOf } from '../../../worker/mail/letter.ts';
import { GOOD_MESSAGE } from '../../fixtures/contact-examples.ts';
import { createCustomer, type Customer } from '../../support/customers.ts';
import { post, problemOf } from '../accounts/calls.ts';
import { headSeq, linesSince } from './image-desk.ts';
import { asOperator, makeOperator } from './operator-calls.ts';

const DAY = 86_400_000;
const NOON = Date.UTC(2026, 10, 20, 12);

let bia: Customer;
let caio: Customer;
let asBia: ReturnType<typeof asOperator>;
let asCaio: ReturnType<typeof asOperator>;
beforeAll(async () => {
  bia = await makeOperator({ tier: 'premium' });
  caio = await makeOperator({ tier: 'premium' });
  asBia = asOperator(bia);
  asCaio = asOperator(caio);
});

async function written(over: Partial<typeof GOOD_MESSAGE & { language: string }> = {}): Promise<string> {
  const reply = await post('/api/contact', { ...GOOD_MESSAGE, ...over });
  expect(reply.status).toBe(202);
  return ((await reply.json()) as { id: string }).id;
}
const storedAt = async (now: number, email = 'old@example.com'): Promise<string> => {
  const id = crypto.randomUUID();
  const data = { name: 'Rui', subject: 'Antiga', inquiry: 'general', message: 'Oi' };
  await submissionStatement(env.DB, { id, type: 'contact', email, data, now }).run();
  return id;
};
const complaintDue = async (dueAt: number): Promise<string> => {
  const id = await storedAt(NOON, 'urgent@example.com');
  const { number } = complaintOf(id, NOON);
  await complaintStatement(env.DB, id, { number, dueAt }).run();
  return id;
};
const read = async (id: string) => (await (await asBia(`/contacts/${id}`)).json()) as ContactDetails;
const change = (as: typeof asBia, id: string, what: ContactChange, revision: number) =>
  as(`/contacts/${id}`, { method: 'PATCH', body: { change: what, revision } });
const answer = (as: typeof asBia, id: string, body: Record<string, unknown>) =>
  as(`/contacts/${id}/answers`, { method: 'POST', body: { id: crypto.randomUUID(), ...body } });
const listed = async (query: string, as = asBia) => {
  const page = (await (await as(`/contacts?${query}`)).json()) as ContactsPage;
  return page.contacts.map(({ id }) => id);
};
const mailsTo = async (email: string) => {
  const { results } = await env.DB.prepare(
    'SELECT id, user_id AS userId, kind, full_name AS name, language, message FROM mail_outbox WHERE email = ?',
  )
    .bind(email)
    .all<{
      id: string;
      userId: string | null;
      kind: string;
      name: string;
      language: string;
      message: string;
    }>();
  return results;
};

describe('reading', () => {
  test('a message is text with its line breaks, open and nobody’s; the account of its e-mail is linked', async () => {
    const ana = await createCustomer(env);
    const id = await written({
      email: ana.email.toUpperCase(),
      message: 'Bom dia.\r\n\r\nE então?',
      language: 'en',
    });
    expect(await read(id)).toMatchObject({
      id,
      state: 'open',
      owner: null,
      name: 'Ana Prado',
      email: ana.email,
      customerId: ana.userId,
      subject: 'Meu saldo',
      inquiry: 'account',
      message: 'Bom dia.\n\nE então?',
      language: 'en',
      answers: [],
      revision: 0,
    });
    const stranger = await read(await written({ email: 'nobody@example.com' }));
    expect([stranger.customerId, stranger.language]).toEqual([null, 'pt-BR']);
    expect(stranger.templates[0]?.body).toContain('Recebemos');
    expect((await asBia('/contacts/none')).status).toBe(404);
  });

  test('the list is filtered by state, owner, words and days, newest first, page by page', async () => {
    const days = [0, 1, 2].map((n) => NOON + n * DAY);
    const ids: string[] = [];
    for (const at of days) ids.push(await storedAt(at, 'filtered@example.com'));
    const [first = '', second = '', third = ''] = ids;
    const mine = 'search=FILTERED@';
    expect(await listed(mine)).toEqual([third, second, first]);
    const noon = (at = 0) => encodeURIComponent(new Date(at).toISOString());
    expect(await listed(`${mine}&from=${noon(days[1])}`)).toEqual([third, second]);
    expect(await listed(`${mine}&until=${noon(days[1])}`)).toEqual([first]);
    await change(asCaio, second, 'take', 0);
    await change(asCaio, third, 'close', 0);
    expect(await listed(`${mine}&owner=me`, asCaio)).toEqual([third, second]);
    expect(await listed(`${mine}&owner=nobody`)).toEqual([first]);
    expect(await listed(`${mine}&state=open`)).toEqual([second, first]);
    expect(await listed(`${mine}&state=closed`)).toEqual([third]);
    const page = (await (await asBia(`/contacts?${mine}&limit=2`)).json()) as ContactsPage;
    const rest = await listed(`${mine}&limit=2&cursor=${encodeURIComponent(page.nextCursor ?? '')}`);
    expect([...page.contacts.map(({ id }) => id), ...rest]).toEqual([third, second, first]);
  });

  test.each(['state=new', 'owner=ana', 'from=yesterday', `search=${'x'.repeat(101)}`, 'limit=0', 'cursor=x'])(
    '%s is refused',
    async (query) => {
      expect((await asBia(`/contacts?${query}`)).status).toBe(422);
    },
  );

  test('complaints stand in the order in which they are due, those that wait first, and are found by number', async () => {
    const base = Date.UTC(2031, 0, 6, 12);
    const ids: string[] = [];
    for (const days of [2, 0, 1, 3]) ids.push(await complaintDue(base + days * DAY));
    const [second = '', first = '', closed = '', third = ''] = ids;
    expect((await change(asCaio, closed, 'close', 0)).status).toBe(200);
    const all = (await listed('kind=complaint&search=urgent@')).filter((id) => ids.includes(id));
    expect(all).toEqual([first, second, third, closed]);
    const page = (await (
      await asBia('/contacts?kind=complaint&search=urgent@&limit=2')
    ).json()) as ContactsPage;
    const rest = await listed(
      `kind=complaint&search=urgent@&limit=2&cursor=${encodeURIComponent(page.nextCursor ?? '')}`,
    );
    expect([...page.contacts.map(({ id }) => id), ...rest]).toEqual([first, second, third, closed]);
    const { complaint } = await read(first);
    expect(complaint?.dueAt).toBe(new Date(base).toISOString());
    expect(await listed(`search=${complaint?.number}`)).toEqual([first]);
    expect((await asBia('/contacts?kind=praise')).status).toBe(422);
  });

  test('the badge says how many complaints are overdue, and when the next one is due', async () => {
    const waiting = async () =>
      ((await (await asBia('/waiting')).json()) as WaitingWork).contacts?.complaints;
    const before = await waiting();
    const late = await complaintDue(Date.now() - 60_000);
    const soon = await complaintDue(Date.now() + 60_000);
    expect(await waiting()).toMatchObject({
      open: (before?.open ?? 0) + 2,
      overdue: (before?.overdue ?? 0) + 1,
      nextDueAt: (await read(soon)).complaint?.dueAt,
    });
    await answer(asBia, late, { revision: 0, body: 'Sorry.' });
    await change(asBia, soon, 'close', 0);
    expect(await waiting()).toEqual(before);
  });

  test('the answer to a complaint names it, and says where it goes next', async () => {
    const email = `${crypto.randomUUID()}@example.com`;
    const id = await written({ email, inquiry: 'complaint', language: 'en' });
    const { complaint } = await read(id);
    await answer(asBia, id, { revision: 0, body: 'We are sorry.' });
    const letter = (await mailsTo(email)).find(({ kind }) => kind === 'contact-answer');
    const message = JSON.parse(letter?.message ?? '') as MailMessage;
    expect(message).toMatchObject({ complaint: complaint?.number });
    const mail = letterOf({
      message,
      fullName: 'Ana',
      language: 'en',
      origin: 'https://onca.example',
      secret: '',
      freezeToken: '',
    });
    expect(mail.subject).toContain(complaint?.number);
    expect(mail.after.join(' ')).toMatch(/Procon.*consumidor\.gov\.br/u);
  });

  test('the badge counts what is open and says since when; operators of the standard tier see neither', async () => {
    const oldest = await storedAt(NOON - 30 * DAY);
    const waiting = async (as: typeof asBia) => (await (await as('/waiting')).json()) as WaitingWork;
    const before = (await waiting(asBia)).contacts;
    expect(before?.oldestAt).toBe(new Date(NOON - 30 * DAY).toISOString());
    await change(asBia, oldest, 'close', 0);
    const after = (await waiting(asBia)).contacts;
    expect(after?.open).toBe((before?.open ?? 0) - 1);
    expect(after?.oldestAt).not.toBe(before?.oldestAt);
    const standard = asOperator(await makeOperator());
    expect((await waiting(standard)).contacts).toBeNull();
  });
});

describe('changing', () => {
  test('it is taken, given back, closed and reopened, each with a line in the log', async () => {
    const id = await written();
    const before = await headSeq();
    const steps: [ContactChange, string, string | null][] = [
      ['take', 'open', bia.email],
      ['release', 'open', null],
      ['close', 'closed', bia.email],
      ['reopen', 'open', bia.email],
    ];
    for (const [revision, [what, state, owner]] of steps.entries()) {
      const reply = await change(asBia, id, what, revision);
      const now = (await reply.json()) as ContactDetails;
      expect([reply.status, now.state, now.owner?.email ?? null]).toEqual([200, state, owner]);
    }
    const lines = await linesSince(before);
    expect(lines.map(({ action, kind, id: of }) => [action, kind, of])).toEqual(
      ['taken', 'released', 'closed', 'reopened'].map((word) => [`contact.${word}`, 'contact', id]),
    );
    expect(JSON.parse(lines[0]?.after ?? '')).toEqual({ state: 'open', owner: bia.email });
  });

  test('of two operators who take it at once one does, and the other is told', async () => {
    const id = await written();
    const replies = await Promise.all([change(asBia, id, 'take', 0), change(asCaio, id, 'take', 0)]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const late = replies.find(({ status }) => status === 409);
    expect(late === undefined ? null : (await problemOf(late)).code).toBe('ContactChanged');
    expect((await read(id)).revision).toBe(1);
  });

  test('only operators who have just proved who they are change anything', async () => {
    const id = await written();
    const tired = asOperator(await createCustomer(env, { admin: true, tier: 'premium' }));
    for (const reply of [
      await change(tired, id, 'take', 0),
      await answer(tired, id, { revision: 0, body: 'Oi' }),
    ]) {
      expect((await problemOf(reply)).code).toBe('StepUpRequired');
    }
    expect((await read(id)).revision).toBe(0);
  });
});

describe('answering', () => {
  test('goes out by e-mail in the language of the message, quotes it, and is written down', async () => {
    const email = `${crypto.randomUUID()}@example.com`;
    const id = await written({ email, language: 'en', message: 'Hello.\nWhere is it?' });
    const before = await headSeq();
    const reply = await answer(asBia, id, { revision: 0, body: ' It is here.\r\nYours, Bia ' });
    expect(reply.status).toBe(200);
    expect(await reply.json()).toMatchObject({
      state: 'answered',
      owner: { email: bia.email },
      answers: [{ by: bia.email, body: 'It is here.\nYours, Bia', language: 'en' }],
    });
    const [mail] = await mailsTo(email);
    expect(mail).toMatchObject({ userId: null, kind: 'contact-answer', name: 'Ana Prado', language: 'en' });
    expect(JSON.parse(mail?.message ?? '')).toMatchObject({
      subject: 'Meu saldo',
      message: 'Hello.\nWhere is it?',
      body: 'It is here.\nYours, Bia',
    });
    const lines = await linesSince(before);
    expect(lines.map(({ action, id: of }) => [action, of])).toEqual([['contact.answered', id]]);
    // What was answered is with the message, not in the log.
    expect(lines[0]?.after).not.toContain('It is here');
  });

  test('the same answer twice is one e-mail; another operator’s answer meanwhile is told', async () => {
    const email = `${crypto.randomUUID()}@example.com`;
    const id = await written({ email });
    const same = { id: crypto.randomUUID(), revision: 0, body: 'Uma vez.' };
    const replies = await Promise.all([answer(asBia, id, same), answer(asBia, id, same)]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    const late = await answer(asCaio, id, { revision: 0, body: 'Também respondi.' });
    expect([late.status, (await problemOf(late)).code]).toEqual([409, 'ContactChanged']);
    expect(await mailsTo(email)).toHaveLength(1);
    expect((await read(id)).answers).toHaveLength(1);
  });

  test('a customer who switched e-mail off gets the answer: it was asked for', async () => {
    const ana = await createCustomer(env);
    await env.DB.prepare('UPDATE settings SET notification_email = 0 WHERE user_id = ?')
      .bind(ana.userId)
      .run();
    const id = await written({ email: ana.email });
    await answer(asBia, id, { revision: 0, body: 'Aqui está.' });
    expect(await mailsTo(ana.email)).toMatchObject([{ userId: ana.userId, kind: 'contact-answer' }]);
  });

  test.each([
    { body: '' },
    { body: ' \n ' },
    { body: 'x'.repeat(5_001) },
    { body: 'Oi', id: 'one' },
    { body: 'Oi', revision: -1 },
    { body: 'Oi', revision: 0.5 },
  ])('%j is refused', async (wrong) => {
    const id = await written({ email: `${crypto.randomUUID()}@example.com` });
    expect((await answer(asBia, id, { revision: 0, ...wrong })).status).toBe(422);
    expect((await read(id)).state).toBe('open');
  });
});
