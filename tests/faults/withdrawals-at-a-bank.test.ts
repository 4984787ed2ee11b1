// Withdrawals sent by the cron to a bank that does wrong, over its Pix API: each is at the bank once, is paid or comes back by what the
// bank says plainly, and the books balance throughout.

import { env } from 'cloudflare:workers';
import { beforeEach, expect, test, vi } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../worker/domain/time.ts';
import { UNHEARD_AFTER_MS, type WithdrawalFacts } from '../../worker/domain/withdrawals.ts';
import { depsFor } from '../../worker/services/deps.ts';
import { pixApiPayouts } from '../../worker/services/pix-api/payouts.ts';
import { sendWithdrawals } from '../../worker/services/send-withdrawals.ts';
import type { Customer } from '../support/customers.ts';
import { expectBooksToBalance, fund } from '../support/funds.ts';
import { SetPrices } from '../support/money-calls.ts';
import { type Scenario, Vendors } from '../support/vendor-control.ts';
import { addPayoutAccount, createWithdrawer, withdraw } from '../support/withdrawals.ts';

const CASH = 1_000_000;
const AMOUNT = 100_000;
const KEY = 'ana@example.com';
const HOLDER = { number: '39053344705', name: 'Ana Prado' };
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
    callbackToken: 'token-of-callbacks-0123456789abcdef',
    timeoutMs: 10_000,
    certificate: { fetch: (input: RequestInfo | URL, init?: RequestInit) => fetch(input as string, init) },
  });

/** A run of the cron, so long after the withdrawal was asked for; what became of it. */
async function cron(after: number): Promise<string | null> {
  const at = start + after;
  const rateBasis = () =>
    Promise.resolve({ rateE4: 54_000, asOf: new Date(at).toISOString(), source: 'test' });
  const deps = {
    ...depsFor(env, { waitUntil: (work) => void work }),
    now: () => at,
    hub: Object.assign(new SetPrices({}), { rateBasis }),
  };
  const to = { method: 'pix', keyType: 'email', key: KEY } as const;
  // Under the name of the gateway that it was asked for with.
  await sendWithdrawals(deps, [{ ...gatewayOf(), name: 'sandbox' }], async () => ({ to, holder: HOLDER }));
  await expectBooksToBalance(env.DB);
  return env.DB.prepare('SELECT state FROM withdrawals WHERE id = ?').bind(asked.id).first<string>('state');
}

const cash = () =>
  env.DB.prepare('SELECT cash_cents FROM accounts WHERE id = ?').bind(ana.userId).first<number>('cash_cents');
const idEnvio = () => asked.id.replaceAll('-', '');
const atTheBank = async () => Object.keys((await vendors.bank()).sent);

const WRONGS: readonly (readonly [string, Partial<Scenario>])[] = [
  ...(['down', 'html'] as const).map((behaviour) => [behaviour, { behaviour }] as const),
  ...(['other-amount', 'twice-a-key'] as const).map((lie) => [lie, { lie }] as const),
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
