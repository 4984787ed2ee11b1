// /api/tax: a customer's own years in reais, what they choose, and the signed files.

import { env } from 'cloudflare:workers';
import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, test } from 'vitest';
import { checkText } from '../../../web/features/site/verify/check.ts';
import { publicKeys } from '../../../worker/auth/signing-keys.ts';
import type { TaxContent, TaxMonth, TaxYear, TaxYearList } from '../../../worker/contract/tax.ts';
import { brasiliaDay, startOfDay } from '../../../worker/domain/brasilia.ts';
import { readSealed } from '../../../worker/domain/sealed-files.ts';
import { readRecord } from '../../../worker/domain/signed-records.ts';
import { HOUR_MS } from '../../../worker/domain/time.ts';
import { fillPtax } from '../../../worker/services/ptax.ts';
import { createCustomer, type Customer, ORIGIN } from '../../support/customers.ts';
import { endow, fund, postOrder } from '../../support/funds.ts';
import { callsOf, outcome, realWorker } from '../../support/money-calls.ts';

const YEAR = Number(brasiliaDay(Date.now()).slice(0, 4));
const LAST = YEAR - 1;
const noon = (day: string) => startOfDay(day) + 12 * HOUR_MS;
const BOUGHT = `${LAST}-03-10`;
const SOLD = `${LAST}-06-16`;

let ana: Customer;
let bia: Customer;
let [purchase, sale] = ['', ''];

/** Ana bought 2 oz of gold last year and sold half an ounce; she buys more today. */
async function makeAna() {
  const customer = await createCustomer(env, { fullName: 'Ana Fiscal' });
  await env.DB.prepare('UPDATE accounts SET created_at = ?2 WHERE id = ?1')
    .bind(customer.userId, noon(`${LAST}-01-15`))
    .run();
  await fund(env.DB, customer, 2_000_000, noon(`${LAST}-01-16`));
  const gold = { metal: 'gold', priceCents: 400_000 } as const;
  const bought = await postOrder(env.DB, customer, { side: 'buy', ...gold, ouncesE4: 20_000 }, noon(BOUGHT));
  const sold = await postOrder(
    env.DB,
    customer,
    { side: 'sell', ...gold, ouncesE4: 5_000, priceCents: 420_000 },
    noon(SOLD),
  );
  return { customer, bought, sold };
}

beforeAll(async () => {
  const made = await makeAna();
  ana = made.customer;
  [purchase, sale] = await Promise.all([transactionOf(made.bought), transactionOf(made.sold)]);
  bia = await createCustomer(env);
  await fillPtax({ db: env.DB, env }, Date.now());
});

/** What the customer calls an operation. */
const transactionOf = async (operation: string) =>
  (await env.DB.prepare('SELECT id FROM transactions WHERE operation_id = ?')
    .bind(operation)
    .first<string>('id')) ?? '';
const get = (path: string, customer = ana) => callsOf(customer).get(`/api/tax${path}`);
const put = (year: number | string, body: unknown, customer = ana) =>
  realWorker(
    new Request(`${ORIGIN}/api/tax/${year}/choice`, {
      method: 'PUT',
      headers: customer.headers,
      body: JSON.stringify(body),
    }),
  );
const yearOf = async (year: number, customer = ana) => (await get(`/${year}`, customer)).json<TaxYear>();
const rateOn = async (day: string) => {
  const row = await env.DB.prepare(
    `SELECT buy_e4 AS buy, sell_e4 AS sell FROM ptax_days WHERE kind = 'simulated' AND day <= ? AND buy_e4 IS NOT NULL ORDER BY day DESC LIMIT 1`,
  )
    .bind(day)
    .first<{ buy: number; sell: number }>();
  if (row === null) throw new Error('no bulletin');
  return row;
};
const nearest = (cents: number, e4: number) => Number((2n * BigInt(cents) * BigInt(e4) + 10_000n) / 20_000n);

describe('the years', () => {
  test('are those of the account, the newest first, with what was chosen', async () => {
    const { years, rates, ownerRegime } = await (await get('')).json<TaxYearList>();
    expect(years).toEqual([
      { year: YEAR, isComplete: false, method: null },
      { year: LAST, isComplete: true, method: null },
    ]);
    expect(rates).toMatchObject({ kind: 'simulated', source: 'simulated' });
    expect(ownerRegime).toBeNull();
    expect((await (await get('', bia)).json<TaxYearList>()).years.map(({ year }) => year)).toEqual([YEAR]);
  });

  test('one of them converts each movement at the bulletin of its day, and what is left is carried over', async () => {
    const [bought, sold] = [await rateOn(BOUGHT), await rateOn(SOLD)];
    // 2 oz at 4,000.00 and 0.5 %; half an ounce at 4,200.00 less 0.5 %.
    const cost = nearest(804_000, bought.sell);
    const proceeds = nearest(208_950, sold.buy);
    const quarter = Math.floor((2 * cost * 5_000 + 20_000) / 40_000);
    const last = await yearOf(LAST);
    expect(last).toMatchObject({ year: LAST, isOver: true, pending: 0, methodBefore: null });
    expect(last.months).toHaveLength(12);
    expect(last.months[5]?.metals[0]).toMatchObject({
      metal: 'gold',
      disposals: 1,
      proceeds,
      gain: { average: proceeds - quarter, fifo: proceeds - quarter },
    });
    const left = {
      metal: 'gold',
      ouncesE4: 15_000,
      heldE4: 0,
      cost: { average: cost - quarter, fifo: cost - quarter },
    };
    expect(last.positions.closing[0]).toEqual(left);
    expect((await yearOf(YEAR)).positions.opening[0]).toEqual(left);
    const month = await (await get(`/${LAST}/months/06`)).json<TaxMonth>();
    expect(month).toMatchObject({
      month: `${LAST}-06`,
      acquisitions: [],
      disposals: [
        {
          id: sale,
          day: SOLD,
          usdCents: 208_950,
          proceeds,
          fifo: { lots: [{ id: purchase, day: BOUGHT, ouncesE4: 5_000 }] },
        },
      ],
    });
    expect(last.counts[2]).toEqual({ month: `${LAST}-03`, acquisitions: 1, disposals: 0 });
  });

  test('what was bought today waits for its bulletin and is never zero', async () => {
    const { customer } = await makeAna();
    await endow(env.DB, customer, { metal: 'silver', ouncesE4: 10_000, priceCents: 5_000 });
    const { pending, positions, months } = await yearOf(YEAR, customer);
    expect(pending).toBe(1);
    expect(positions.closing[1]).toMatchObject({
      metal: 'silver',
      ouncesE4: 10_000,
      cost: { average: null, fifo: null },
    });
    expect(months.at(-1)?.month.slice(0, 4)).toBe(String(YEAR));
  });

  test.each([
    'abcd',
    '0000',
    '9999',
    '20',
    '20266',
    '2026.5',
    '-2026',
    '2026e0',
    '%00',
    '%F0%9D%9F%9A026',
    String(YEAR + 1),
    String(LAST - 1),
  ])('there is none of %s, nor a file of it', async (year) => {
    for (const path of [`/${year}`, `/${year}/months/01`, `/${year}/file?format=csv`]) {
      expect(await outcome(await get(path))).toMatch(/^(?:TaxYearUnknown|NotFound)$/u);
    }
    expect(await outcome(await put(year, { method: 'fifo' }))).toMatch(/^(?:TaxYearUnknown|NotFound)$/u);
  });

  test.each(['00', '13', '3', 'mar', '003', '%00'])('there is no month %s', async (month) => {
    expect(await outcome(await get(`/${LAST}/months/${month}`))).toBe('TaxYearUnknown');
  });

  test('a year before the account is nobody’s, and nobody’s without a session', async () => {
    expect(await outcome(await get(`/${LAST}`, bia))).toBe('TaxYearUnknown');
    expect(await outcome(await realWorker(new Request(`${ORIGIN}/api/tax/${LAST}`)))).toBe('Unauthenticated');
  });
});

describe('a choice', () => {
  test.each([
    [{ method: 'lifo' }],
    [{ method: 'média' }],
    [{ regime: 'D' }],
    [{ regime: 'a' }],
    [{ method: ['fifo'] }],
    [{ method: 'fifo', tax: 0 }],
    [[]],
    ['fifo'],
  ])('of %j is refused', async (body) => {
    expect(await outcome(await put(LAST, body))).toBe('ValidationFailed');
  });

  test('stays after the first file that was made with it; the regime does not', async () => {
    const { customer } = await makeAna();
    const choose = async (body: unknown) => outcome(await put(LAST, body, customer));
    // A file without a method fixes none.
    expect((await get(`/${LAST}/file?format=json`, customer)).status).toBe(200);
    expect(await choose({ method: 'fifo', regime: 'A' })).toBe(200);
    expect(await choose({ method: 'average' })).toBe(200);
    expect(await choose({ method: null })).toBe(200);
    expect(await choose({ method: 'fifo' })).toBe(200);
    expect((await yearOf(LAST, customer)).choice).toEqual({
      method: 'fifo',
      methodFixedAt: null,
      regime: 'A',
    });
    expect((await get(`/${LAST}/file?format=csv&language=en`, customer)).status).toBe(200);
    expect(await choose({ method: 'average' })).toBe('TaxMethodFixed');
    expect(await choose({ method: null, regime: 'B' })).toBe('TaxMethodFixed');
    expect(await choose({ method: 'fifo', regime: 'C' })).toBe(200);
    expect((await yearOf(LAST, customer)).choice).toMatchObject({
      method: 'fifo',
      methodFixedAt: expect.any(String),
      regime: 'C',
    });
    // Another year has another choice, and says what the one before had.
    expect(await yearOf(YEAR, customer)).toMatchObject({
      choice: { method: null, regime: null },
      methodBefore: 'fifo',
    });
    await expect(
      env.DB.prepare(`UPDATE tax_choices SET method = 'average' WHERE user_id = ?`)
        .bind(customer.userId)
        .run(),
    ).rejects.toThrow(/fixed/u);
  });
});

describe('the files', () => {
  const file = async (query: string, customer = ana) => {
    const reply = await get(`/${LAST}/file?${query}`, customer);
    expect(reply.status).toBe(200);
    return { reply, bytes: new Uint8Array(await reply.arrayBuffer()) };
  };
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

  test('JSON is a signed record of the facts by both methods, and says where the rates are from', async () => {
    const { reply, bytes } = await file('format=json');
    expect(reply.headers.get('Content-Disposition')).toBe(
      `attachment; filename="onca-relatorio-fiscal-${LAST}.json"`,
    );
    expect(reply.headers.get('Cache-Control')).toBe('no-store');
    expect(await checkText(text(bytes), publicKeys(env))).toMatchObject({
      verdict: 'genuine',
      signed: { domain: 'statement' },
    });
    const read = readRecord(text(bytes));
    const content = read.kind === 'record' ? (read.record.content as unknown as TaxContent) : null;
    expect(content).toMatchObject({
      account: ana.userId,
      year: LAST,
      isOver: true,
      method: null,
      rates: { kind: 'simulated', source: 'simulated' },
      pending: 0,
      disposals: [{ id: sale, rate: { day: expect.any(String), e4: expect.any(Number) } }],
    });
    const [row] = content?.disposals ?? [];
    expect(row?.average.gain).toBe((row?.proceeds ?? 0) - (row?.average.cost ?? 0));
  });

  test.each([
    ['pt-BR', ';', 'Linha', 'SIMULADO'],
    ['en', ',', 'Line', 'SIMULATED'],
  ] as const)(
    'CSV in %s has every line of the year, and is sealed',
    async (language, delimiter, head, label) => {
      const { bytes } = await file(`format=csv&language=${language}`);
      const sealed = readSealed(bytes, 'csv');
      expect(await checkText(sealed?.record ?? '', publicKeys(env))).toMatchObject({ verdict: 'genuine' });
      const rows = parse(text(bytes), {
        bom: true,
        columns: true,
        delimiter,
        record_delimiter: '\r\n',
        relax_column_count: true,
      }) as Record<string, string>[];
      const kinds = rows.map((row) => row[head]);
      expect(kinds.filter((kind) => kind === (language === 'en' ? 'Sale' : 'Venda'))).toHaveLength(1);
      expect(kinds.slice(0, 1)).toEqual([language === 'en' ? 'Note' : 'Aviso']);
      expect(text(bytes)).toContain(label);
      const { pending } = await yearOf(LAST);
      expect(pending).toBe(0);
      expect(text(bytes)).toContain(delimiter === ';' ? '2089,50' : '2089.50');
    },
  );

  test('PDF is sealed, in the customer’s name, with the warning on it', async () => {
    const { reply, bytes } = await file('format=pdf&language=en');
    expect(reply.headers.get('Content-Type')).toBe('application/pdf');
    const sealed = readSealed(bytes, 'pdf');
    expect(await checkText(sealed?.record ?? '', publicKeys(env))).toMatchObject({
      verdict: 'genuine',
      signed: { domain: 'statement' },
    });
    expect(text(bytes.subarray(0, 8))).toContain('%PDF-1.7');
    expect(text(bytes)).toContain('(Ana Fiscal)');
    expect(text(bytes)).toContain('SIMULATED');
  });

  test.each(['format=xml', 'format=', '', 'format=pdf&language=fr', 'format=PDF'])(
    '%s is refused',
    async (query) => {
      expect(await outcome(await get(`/${LAST}/file?${query}`))).toBe('ValidationFailed');
    },
  );
});
