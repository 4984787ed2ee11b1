// The list as a file: exactly what is on the screen, safe in a spreadsheet, and never without its line in the log.

import { parse } from 'csv-parse/sync';
import { env } from 'cloudflare:workers';
import { beforeAll, expect, test } from 'vitest';
import type {
  SubmissionExportReady,
  SubmissionsPage,
} from '../../../worker/contract/operators/submissions.ts';
import { submissionStatement } from '../../../worker/db/submissions.ts';
import { withoutFormulaGuard } from '../../../worker/domain/csv.ts';
import { EXPORT_OPEN_MS } from '../../../worker/services/operators/export-submissions.ts';
import type { Customer } from '../../support/customers.ts';
import { asOperator, codeOf, makeOperator } from './operator-calls.ts';

let operator: Customer;
let ask: ReturnType<typeof asOperator>;
beforeAll(async () => {
  operator = await makeOperator({ tier: 'premium' });
  ask = asOperator(operator);
});

type Over = Partial<Parameters<typeof submissionStatement>[1]>;

async function store(over: Over = {}): Promise<string> {
  const id = crypto.randomUUID();
  const plain = {
    type: 'contact',
    email: 'ana@example.com',
    data: { name: 'Ana' },
    now: Date.now(),
  } as const;
  await submissionStatement(env.DB, { ...plain, ...over, id }).run();
  return id;
}

async function take(filter: object): Promise<{ ready: SubmissionExportReady; file: Response }> {
  const reply = await ask('/submissions/exports', { method: 'POST', body: filter });
  expect(reply.status).toBe(201);
  const ready = await reply.json<SubmissionExportReady>();
  return { ready, file: await ask(`/submissions/exports/${ready.id}`) };
}

const rowsOf = (text: string, delimiter = ';') =>
  parse(text, { bom: true, columns: true, delimiter, record_delimiter: '\r\n' }) as Record<string, string>[];

test('the file is the filtered list, in its order, with everything that is stored', async () => {
  const mark = `export-${crypto.randomUUID().slice(0, 8)}`;
  const hostile = `=cmd|' /C calc'!A0,"x"\r\n;+55`;
  const ids = [
    await store({ email: `=${mark}@example.com`, now: Date.UTC(2026, 0, 2, 1, 30) }),
    await store({
      email: `${mark}@example.com`,
      now: Date.now() - 2_000,
      type: 'trade',
      phone: '5511987654321',
    }),
    await store({
      email: `${mark}@example.com`,
      now: Date.now() - 1_000,
      data: { name: 'Conceição "Zezé"', message: hostile },
    }),
  ];
  await store();
  const { ready, file } = await take({ search: mark.toUpperCase(), type: null });
  expect(ready.rows).toBe(3);
  expect(file.status).toBe(200);
  expect(file.headers.get('Content-Type')).toBe('text/csv; charset=utf-8; header=present');
  expect(file.headers.get('Content-Disposition')).toMatch(
    /^attachment; filename="onca-submissions-\d{4}-\d\d-\d\d-\d{6}\.csv"$/u,
  );
  expect(file.headers.get('Cache-Control')).toBe('no-store');
  expect(file.headers.get('X-Content-Type-Options')).toBe('nosniff');
  const bytes = new Uint8Array(await file.arrayBuffer());
  expect(Array.from(bytes.slice(0, 3))).toEqual([0xef, 0xbb, 0xbf]);
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  const rows = rowsOf(text);
  expect(rows).toHaveLength(ids.length);
  expect(Object.keys(rows[0] ?? {})).toEqual(['Date (UTC)', 'Type', 'E-mail', 'Phone', 'Data']);
  expect(rows[2]?.['E-mail']).toBe(`'=${mark}@example.com`);
  expect(rows[2]?.['Date (UTC)']).toBe('2026-01-02 01:30:00');
  expect(JSON.parse(withoutFormulaGuard(rows[0]?.['Data'] ?? '', ';'))).toEqual({
    name: 'Conceição "Zezé"',
    message: hostile,
  });
  expect(rows[1]).toMatchObject({
    Type: 'trade',
    'E-mail': `${mark}@example.com`,
    Phone: '5511987654321',
  });
  expect(rows[0]).toMatchObject({ Type: 'contact', Phone: 'N/A' });
  expect(text).not.toMatch(/(?:^|,"|[;\t\r\n]"?)[=+@]/u);

  const onlyTrades = rowsOf(await (await take({ search: mark, type: 'trade' })).file.text());
  expect(onlyTrades.map((row) => row['Phone'])).toEqual(['5511987654321']);
});

test('the file separates as the spreadsheets of its language do, and tells the times where it is opened', async () => {
  const mark = `zone-${crypto.randomUUID().slice(0, 8)}`;
  await store({ email: `${mark}@example.com`, now: Date.UTC(2026, 0, 2, 1, 30) });
  const timeZone = 'America/Sao_Paulo';
  const portuguese = await take({ search: mark, language: 'pt-BR', timeZone });
  expect(rowsOf(await portuguese.file.text())).toMatchObject([
    { [`Date (${timeZone})`]: '2026-01-01 22:30:00' },
  ]);
  const english = await take({ search: mark, language: 'en', timeZone });
  const [row] = rowsOf(await english.file.text(), ',');
  expect(row).toMatchObject({ Type: 'contact', 'E-mail': `${mark}@example.com` });
});

test('the file has the days of the list', async () => {
  const mark = `days-${crypto.randomUUID().slice(0, 8)}`;
  for (const day of [1, 2, 3]) await store({ email: `${mark}@example.com`, now: Date.UTC(2026, 0, day) });
  const days = { from: '2026-01-02T00:00:00.000Z', until: '2026-01-03T00:00:00.000Z' };
  const { ready, file } = await take({ search: mark, ...days });
  expect(ready.rows).toBe(1);
  expect(rowsOf(await file.text())).toMatchObject([{ 'Date (UTC)': '2026-01-02 00:00:00' }]);
});

test('more rows than fit on a page of anything are all in it, once', async () => {
  const rows = Array.from({ length: 2_345 }, (_, n) => ({
    id: crypto.randomUUID(),
    at: 1_000_000 + Math.floor(n / 9),
  }));
  await env.DB.prepare(
    `INSERT INTO submissions (id, type, email, data, submitted_at)
     SELECT value ->> 'id', 'login', 'bulk@example.com', json_object('id', value ->> 'id'), value ->> 'at' FROM json_each(?)`,
  )
    .bind(JSON.stringify(rows))
    .run();
  const { ready, file } = await take({ search: 'bulk@' });
  const got = rowsOf(await file.text()).map((row) => (JSON.parse(row['Data'] ?? '') as { id: string }).id);
  expect(ready.rows).toBe(2_345);
  expect(got).toHaveLength(2_345);
  expect(new Set(got)).toEqual(new Set(rows.map(({ id }) => id)));
  const first = await (await ask('/submissions?search=bulk@&limit=200')).json<SubmissionsPage>();
  expect(got.slice(0, 200)).toEqual(first.submissions.map(({ id }) => id));
});

test('an empty list is a file with its headings', async () => {
  const { ready, file } = await take({ search: 'nobody-has-this' });
  expect(ready.rows).toBe(0);
  expect((await file.text()).trimEnd().split('\r\n')).toHaveLength(1);
});

test('the log says who took what, and how many rows; the file is for them alone and not for long', async () => {
  const mark = `logged-${crypto.randomUUID().slice(0, 8)}`;
  await store({ email: `${mark}@example.com` });
  const { ready } = await take({ search: mark, type: 'contact', onlyFailed: false });
  const line = await env.DB.prepare('SELECT actor_id, actor, action, after FROM audit_log WHERE id = ?')
    .bind(ready.id)
    .first<{ actor_id: string; actor: string; action: string; after: string }>();
  expect(line).toMatchObject({
    actor_id: operator.userId,
    actor: operator.email,
    action: 'submission.exported',
  });
  expect(JSON.parse(line?.after ?? '')).toEqual({
    search: mark,
    type: 'contact',
    onlyFailed: false,
    language: 'pt-BR',
    timeZone: 'UTC',
    rows: 1,
  });

  const other = asOperator(await makeOperator({ tier: 'premium' }));
  const refused = await other(`/submissions/exports/${ready.id}`);
  expect([refused.status, await codeOf(refused)]).toEqual([404, 'NotFound']);
  // An old line opens no file, and neither does a line of something else.
  const old = crypto.randomUUID();
  const elsewhere = crypto.randomUUID();
  const { seq, hash } = (await env.DB.prepare(
    'SELECT seq, hash FROM audit_log ORDER BY seq DESC LIMIT 1',
  ).first<{
    seq: number;
    hash: string;
  }>()) ?? { seq: 0, hash: '' };
  const insert = (n: number, id: string, action: string, at: number, previous: string, own: string) =>
    env.DB.prepare(
      `INSERT INTO audit_log (seq, id, happened_at, actor_id, actor, action, after, previous_hash, hash)
       VALUES (?, ?, ?, ?, 'test', ?, '{"search":""}', ?, ?)`,
    ).bind(seq + n, id, at, operator.userId, action, previous, own);
  await env.DB.batch([
    insert(1, old, 'submission.exported', Date.now() - EXPORT_OPEN_MS - 1_000, hash, 'a'.repeat(64)),
    insert(2, elsewhere, 'mail.retried', Date.now(), 'a'.repeat(64), 'b'.repeat(64)),
  ]);
  for (const id of [old, elsewhere, 'none']) {
    expect((await ask(`/submissions/exports/${id}`)).status).toBe(404);
  }
});

test.each([
  { search: 'a'.repeat(101) },
  { type: 'all' },
  { onlyFailed: 'yes' },
  { search: 7 },
  { language: 'fr' },
  { timeZone: 'Mars/Olympus' },
])('%j is no filter', async (body) => {
  const reply = await ask('/submissions/exports', { method: 'POST', body });
  expect([reply.status, await codeOf(reply)]).toEqual([422, 'ValidationFailed']);
});
