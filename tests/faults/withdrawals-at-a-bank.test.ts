// Withdrawals sent by the cron to a bank that does wrong, over its Pix API: each is at the bank once, is paid or comes back by what the
// bank says plainly, and the books balance throughout.

import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../worker/domain/time.ts';
import { UNHEARD_AFTER_MS, type WithdrawalFacts } from '../../worker/domain/withdrawals.ts';
import { depsFor } from '../../worker/services/deps.ts';
import { pixApiPayouts } from '../../worker/services/pix-api/payouts.ts';
import { sendWithdrawals } from '../../worker/services/send-withdrawals.ts';
import { receivePayoutCallback } from '../../worker/services/settle-withdrawal.ts';
import { resolveContradictions } from '../support/contradictions.ts';
import type { Customer } from '../support/customers.ts';
import { expectBooksToBalance, fund } from '../support/funds.ts';
import { SetPrices } from '../support/money-calls.ts';
import { type Scenario, Vendors } from '../support/vendor-control.ts';
import { addPayoutAccount, createWithdrawer, withdraw } from '../support/withdrawals.ts';

const CASH = 1_000_000;
const AMOUNT = 100_000;
const KEY = 'ana@example.com';
const HOLDER = { number: '39053344705', name: 'Ana Prado' };
const TOKEN = 'token-of-callbacks-0123456789abcdef';
const WELL: Partial<Scenario> = { behaviour: 'well', lie: null };

let vendors: Vendors;
let ana: Customer;
let asked: WithdrawalFacts;
let start: number;
const said: string[] = [];

beforeEach(async () => {
  said.length = 0;
  vi.spyOn(console, 'error').mockImplementation((line: unknown) => void said.push(String(line)));
  vendors = new Vendors();
  ana = await createWithdrawer(env);
  start = Date.now();
  await fund(env.DB, ana, CASH, start - 30 * DAY_MS);
  const payoutAccountId = await addPayoutAccount(env, ana);
  const made = await withdraw(env.DB, ana, { payoutAccountId, amountCents: AMOUNT, now: start });
  if (made === null) throw new Error('the ledger takes it');
  asked = made;
});

const gatewayOf = () =>
  pixApiPayouts({
    url: vendors.url('pix-api'),
    clientId: 'client',
    clientSecret: 'secret',
    receivingKey: 'in@house.example.com',
    payingKey: 'out@house.example.com',
    callbackToken: TOKEN,
    timeoutMs: 10_000,
    certificate: { fetch: (input: RequestInfo | URL, init?: RequestInit) => fetch(input as string, init) },
  });

/** So long after the withdrawal was asked for. */
function depsAt(after: number) {
  const at = start + after;
  const rateBasis = () =>
    Promise.resolve({ rateE4: 54_000, asOf: new Date(at).toISOString(), source: 'test' });
  return {
    ...depsFor(env, { waitUntil: (work) => void work }),
    now: () => at,
    hub: Object.assign(new SetPrices({}), { rateBasis }),
  };
}
/** Under the name of the gateway that it was asked for with. */
const gateways = () => [{ ...gatewayOf(), name: 'sandbox' }];
const stateOf = async () => {
  const row = await env.DB.prepare('SELECT state, return_id, failure FROM withdrawals WHERE id = ?')
    .bind(asked.id)
    .first<{ state: string; return_id: string | null; failure: string | null }>();
  return row?.return_id === null ? row.state : `${row?.state}, came back`;
};

/** A run of the cron; what became of the withdrawal. */
async function cron(after: number): Promise<string> {
  const to = { method: 'pix', keyType: 'email', key: KEY } as const;
  await sendWithdrawals(depsAt(after), gateways(), async () => ({ to, holder: HOLDER }));
  await expectBooksToBalance(env.DB);
  return stateOf();
}

/** A callback that names these orders, whatever else it says. */
function callback(after: number, ...idEnvios: readonly string[]) {
  const pix = idEnvios.map((id) => ({ status: 'REALIZADO', valor: '1.00', gnExtras: { idEnvio: id } }));
  const sent = { body: JSON.stringify({ pix }), signature: TOKEN };
  return receivePayoutCallback(depsAt(after), gateways(), 'sandbox', sent);
}

const cash = () =>
  env.DB.prepare('SELECT cash_cents FROM accounts WHERE id = ?').bind(ana.userId).first<number>('cash_cents');
const idEnvio = () => asked.id.replaceAll('-', '');
const atTheBank = async () => Object.keys((await vendors.bank()).sent);

const WRONGS: readonly (readonly [string, Partial<Scenario>])[] = [
  ...(['down', 'html'] as const).map((behaviour) => [behaviour, { behaviour }] as const),
  ...(['twice-a-key', 'another-unknown'] as const).map((lie) => [lie, { lie }] as const),
];

test.each(WRONGS)(
  '%s while it is sent: it is asked for, and paid once the bank says so',
  async (_, wrong) => {
    // There is a token already, so the order arrives, and only what is said of it is wrong.
    expect(await gatewayOf().findPayout(crypto.randomUUID(), start)).toBeNull();
    await vendors.set('pix-api', wrong);
    expect(await cron(0)).toBe('sending');
    expect(await cron(2 * MINUTE_MS)).toBe('sending');
    await vendors.set('pix-api', WELL);
    expect(await cron(10 * MINUTE_MS)).toBe('sending');
    await vendors.tell({ do: 'settle', idEnvio: idEnvio(), status: 'REALIZADO' });
    expect(await cron(HOUR_MS)).toBe('paid');
    expect(await cron(3 * HOUR_MS)).toBe('paid');
    expect(await atTheBank()).toEqual([idEnvio()]);
    expect(await cash()).toBe(CASH - AMOUNT);
    const written = said.join('\n');
    for (const one of [KEY, HOLDER.number, HOLDER.name]) expect(written).not.toContain(one);
  },
);

test('what never got there comes back, but not before no call can be under way', async () => {
  await vendors.set('pix-api', { lie: 'unauthorized' });
  expect(await cron(0)).toBe('sending');
  await vendors.set('pix-api', WELL);
  expect(await cron(UNHEARD_AFTER_MS - MINUTE_MS)).toBe('sending');
  expect(await cron(2 * UNHEARD_AFTER_MS)).toBe('returned');
  expect([await atTheBank(), await cash()]).toEqual([[], CASH]);
});

test('a key that is another person’s by now sends nothing, and the money is back at once', async () => {
  await vendors.tell({ do: 'own', key: KEY, cpf: '11144477735' });
  expect(await cron(0)).toBe('returned');
  expect([await atTheBank(), await cash()]).toEqual([[], CASH]);
});

test('what the bank could not pay comes back once, however often it says so', async () => {
  expect(await cron(0)).toBe('sending');
  await vendors.tell({ do: 'settle', idEnvio: idEnvio(), status: 'NAO_REALIZADO' });
  expect(await cron(HOUR_MS)).toBe('returned');
  expect(await cron(2 * HOUR_MS)).toBe('returned');
  expect(await cash()).toBe(CASH);
});

describe('what comes back after it was paid', () => {
  async function paid() {
    await cron(0);
    await vendors.tell({ do: 'settle', idEnvio: idEnvio(), status: 'REALIZADO' });
    expect(await cron(HOUR_MS)).toBe('paid');
  }
  const sendBack = (valor: string) => vendors.tell({ do: 'send-back', idEnvio: idEnvio(), valor });

  test('is booked by the next question, days later, as a movement of its own', async () => {
    await paid();
    await sendBack('5400.00');
    expect(await cron(3 * DAY_MS)).toBe('paid, came back');
    expect(await cron(30 * DAY_MS)).toBe('paid, came back');
    expect([await atTheBank(), await cash()]).toEqual([[idEnvio()], CASH]);
  });

  test('is booked by a callback at once, whatever that says; a stranger in it stands in nobody’s way', async () => {
    await paid();
    await sendBack('5400.00');
    const stranger = crypto.randomUUID().replaceAll('-', '');
    const told = () => callback(2 * HOUR_MS, stranger, idEnvio());
    expect(await told()).toEqual({ ok: true, value: { received: true, applied: true } });
    expect(await told()).toEqual({ ok: true, value: { received: true, applied: false } });
    expect([await stateOf(), await cash()]).toEqual(['paid, came back', CASH]);
    await expectBooksToBalance(env.DB);
    expect(said.join()).toContain('payout-of-nobody');
  });

  test('in part is kept for operators, and moves nothing', async () => {
    await paid();
    await sendBack('1.00');
    for (const hours of [2, 3])
      expect(await callback(hours * HOUR_MS, idEnvio())).toMatchObject({ ok: true });
    expect(await resolveContradictions(env.DB)).toEqual(['part']);
    expect([await stateOf(), await cash()]).toEqual(['paid', CASH - AMOUNT]);
  });
});

test('a callback while the bank cannot be asked is no word of the bank, and comes again', async () => {
  await cron(0);
  await vendors.tell({ do: 'settle', idEnvio: idEnvio(), status: 'REALIZADO' });
  await vendors.set('pix-api', { behaviour: 'down' });
  expect(await callback(HOUR_MS, idEnvio())).toMatchObject({ ok: false, error: { code: 'Unavailable' } });
  expect(await stateOf()).toBe('sending');
  await vendors.set('pix-api', WELL);
  expect(await callback(HOUR_MS, idEnvio())).toMatchObject({ value: { applied: true } });
  expect(await stateOf()).toBe('paid');
});

test('another amount is kept for operators, once, and ends nothing', async () => {
  await cron(0);
  await vendors.set('pix-api', { lie: 'other-amount' });
  for (const hours of [1, 2]) expect(await callback(hours * HOUR_MS, idEnvio())).toMatchObject({ ok: false });
  expect(await resolveContradictions(env.DB)).toEqual(['amount']);
  expect([await stateOf(), await cash()]).toEqual(['sending', CASH - AMOUNT]);
});

test('the house’s own trouble gives nothing back by itself, and the bank’s word for it is kept', async () => {
  await vendors.tell({ do: 'refuse', status: 400, nome: 'saldo_insuficiente' });
  for (const hours of [0, 1, 2, 30]) expect(await cron(hours * HOUR_MS)).toBe('sending');
  const refused = await env.DB.prepare('SELECT refused FROM withdrawals WHERE id = ?').bind(asked.id).first();
  expect(refused).toEqual({ refused: 'saldo_insuficiente' });
  expect([await atTheBank(), await cash()]).toEqual([[], CASH - AMOUNT]);
});

test('what was not made and has no name at the bank comes back', async () => {
  await cron(0);
  await vendors.tell({ do: 'settle', idEnvio: idEnvio(), status: 'NAO_REALIZADO', nameless: true });
  expect(await cron(HOUR_MS)).toBe('returned');
  expect(await cash()).toBe(CASH);
});
