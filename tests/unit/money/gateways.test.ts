// The sandbox gateways keep to what every gateway keeps to, and answer as their documentation says. No gateway is there without its
// credentials, and none of them is called.

import { describe, expect, test } from 'vitest';
import { readPayoutEvent } from '../../../worker/contract/withdrawals.ts';
import { MINUTE_MS } from '../../../worker/domain/time.ts';
import { signCallback } from '../../../worker/services/gateway-signature.ts';
import { gatewaysOf } from '../../../worker/services/payment-gateway.ts';
import { sandboxGateway } from '../../../worker/services/payment-gateway-sandbox.ts';
import { payoutGatewaysOf, type PayoutOrder } from '../../../worker/services/payout-gateway.ts';
import { SANDBOX_ANOTHER_HOLDER, sandboxPayouts } from '../../../worker/services/payout-gateway-sandbox.ts';
import type { PixApiVars } from '../../../worker/services/pix-api/connection.ts';
import { valorOf } from '../../../worker/services/pix-callback.ts';
import { chargeContract, paymentGatewayContract } from '../../support/payment-gateway-contract.ts';
import { payoutGatewayContract } from '../../support/payout-gateway-contract.ts';

const SECRET = 'test-gateway-secret-0123456789abcdef';
const NOW = Date.parse('2026-11-24T12:00:00Z');
const OWN = { number: '39053344705', name: 'Ana Prado' };
const KEY = { method: 'pix', keyType: 'email', key: 'ana@example.com' } as const;

const orderOf = (amountCents: number, change: Partial<PayoutOrder> = {}): PayoutOrder => ({
  key: crypto.randomUUID(),
  cents: amountCents * 5,
  currency: 'brl',
  amountCents,
  to: KEY,
  holder: OWN,
  now: NOW,
  ...change,
});

const ENDING = { paid: 77, returned: 66, 'under way': 13 } as const;

payoutGatewayContract('the sandbox', async () => ({
  gateway: sandboxPayouts(SECRET),
  order: (ends) => orderOf(100_000 + ENDING[ends]),
  settle: async () => undefined,
  async callback(event, now) {
    const body = JSON.stringify(event);
    return { body, signature: await signCallback(SECRET, body, now) };
  },
}));

paymentGatewayContract('the sandbox', () => ({
  gateway: sandboxGateway(SECRET),
  order: () => ({
    key: crypto.randomUUID(),
    payCents: 51_450,
    amountCents: 50_000,
    method: 'debit_card',
    now: NOW,
  }),
}));

chargeContract('the sandbox', async () => {
  const gateway = sandboxGateway(SECRET);
  if (gateway.pix === undefined) throw new Error('the sandbox takes charges');
  return {
    gateway: { ...gateway, pix: gateway.pix },
    order: () => ({
      txid: crypto.randomUUID().replaceAll('-', ''),
      brlCents: 132_658,
      expiresAt: NOW + 900_000,
      now: NOW,
    }),
    pay: async (txid, brlCents) => ({
      endToEndId: `E00000000202611241200${'0'.repeat(11)}`,
      txid,
      brlCents,
      paidAt: NOW,
      payer: OWN,
      returns: [],
    }),
    async callback({ endToEndId, txid, brlCents, paidAt, payer }, now) {
      const pagador = { cpf: payer?.number, nome: payer?.name };
      const horario = new Date(paidAt).toISOString();
      const body = JSON.stringify({
        pix: [{ endToEndId, txid, valor: valorOf(brlCents), horario, pagador }],
      });
      return { body, signature: await signCallback(SECRET, body, now) };
    },
  };
});

describe('the sandbox for money out', () => {
  const gateway = sandboxPayouts(SECRET);

  test.each([
    [100_00, ['paid', 'paid', 'paid', 'paid']],
    [100_13, ['pending', 'pending', 'pending', 'pending']],
    [100_66, ['returned', 'returned', 'returned', 'returned']],
    [100_77, ['pending', 'pending', 'pending', 'paid']],
  ])('%i: when it is sent, and when it is asked; the same after a restart', async (amountCents, outcomes) => {
    const order = orderOf(amountCents);
    const said = [await gateway.createPayout(order)];
    const { cents } = order;
    for (const after of [1, 2, 4]) {
      const now = NOW + after * MINUTE_MS;
      const found = await gateway.findPayout(order.key, now);
      if (found !== null) said.push(found);
      // Of a key that this isolate has not heard of.
      const key = crypto.randomUUID();
      const told = { cents, amountCents, takenAt: NOW };
      expect(await gateway.findPayout(key, now, told)).toEqual({ ...found, reference: `sandbox-${key}` });
    }
    expect(said.map(({ outcome }) => outcome)).toEqual(outcomes);
  });

  test('it forgets the oldest of more than a thousand payments, and takes the same order again', async () => {
    const first = orderOf(100_00);
    await gateway.createPayout(first);
    for (let i = 0; i < 1_000; i += 1) await gateway.createPayout(orderOf(100_00));
    expect(await gateway.findPayout(first.key, NOW)).toBeNull();
    expect(await gateway.createPayout(first)).toMatchObject({
      reference: `sandbox-${first.key}`,
      outcome: 'paid',
    });
  });

  const ted = { method: 'ted', bank: '001', branch: '0001', kind: 'checking' } as const;
  test.each([
    ['an address', KEY, OWN],
    ['an address that ends in 99', { ...KEY, key: 'ana99@example.com' }, SANDBOX_ANOTHER_HOLDER],
    ['a phone', { ...KEY, keyType: 'phone', key: '+5511987654321' }, OWN],
    ['a phone that ends in 99', { ...KEY, keyType: 'phone', key: '+5511987654399' }, SANDBOX_ANOTHER_HOLDER],
    ['the own CPF', { ...KEY, keyType: 'cpf', key: OWN.number }, OWN],
    ["another's CPF", { ...KEY, keyType: 'cpf', key: '11144477735' }, SANDBOX_ANOTHER_HOLDER],
    ['an account', { ...ted, number: '123456' }, OWN],
    ['an account that ends in 99', { ...ted, number: '123499' }, SANDBOX_ANOTHER_HOLDER],
  ] as const)('%s: whose it is', async (_, to, holder) => {
    expect(await gateway.findHolder(to, OWN)).toEqual({ found: 'holder', ispb: '00000000', ...holder });
  });

  test.each([
    ['eight digits', '60701190', '60701190'],
    ['its own three', '001', '00000000'],
    ['three of another', '341', undefined],
  ])('which bank it is that is named by %s', async (_, bank, ispb) => {
    const found = await gateway.findHolder({ ...ted, bank, number: '123456' }, OWN);
    expect(found.found === 'holder' ? found.ispb : null).toBe(ispb);
  });

  test('of a wire nobody can be asked', async () => {
    const to = { method: 'wire', iban: 'DE89370400440532013000', bic: 'COBADEFF' } as const;
    expect(await gateway.findHolder(to, OWN)).toEqual({ found: 'unavailable' });
  });

  test.each([
    { outcome: 'completed' },
    { sentCents: -1 },
    { sentCents: 1.5 },
    { sentCents: '100' },
    { key: '' },
    { key: 'x'.repeat(101) },
    { reference: '' },
    { failure: '' },
    { failure: 'x'.repeat(201) },
  ])('an event with %o is none', (change) => {
    const event = { key: 'k', reference: 'r', outcome: 'paid', sentCents: 100 };
    expect(readPayoutEvent(JSON.stringify(event))).toEqual(event);
    expect(readPayoutEvent(JSON.stringify({ ...event, ...change }))).toBeNull();
  });
});

describe('which gateways there are', () => {
  const called: string[] = [];
  const ALL: Required<PixApiVars> = {
    PIX_API_URL: 'https://bank.example.com',
    PIX_API_CLIENT_ID: 'client',
    PIX_API_CLIENT_SECRET: 'secret',
    PIX_API_RECEIVING_KEY: 'in@house.example.com',
    PIX_API_PAYING_KEY: 'out@house.example.com',
    PIX_API_CALLBACK_TOKEN: 'token-of-callbacks-0123456789abcdef',
    PIX_API_CERTIFICATE: {
      fetch: async (input: RequestInfo | URL) => {
        called.push(String(input));
        throw new Error('called');
      },
    },
  };
  const names = (vars: PixApiVars, environment: string) => {
    const env = { ENVIRONMENT: environment, GATEWAY_SECRET: SECRET, ...vars } as Parameters<
      typeof gatewaysOf
    >[0];
    return [gatewaysOf(env), payoutGatewaysOf(env)].map((list) => list.map(({ name }) => name));
  };

  test('in production none but the bank that is set up; locally the sandbox as well, and after it', () => {
    expect(names({}, 'production')).toEqual([[], []]);
    expect(names({}, 'local')).toEqual([['sandbox'], ['sandbox']]);
    expect(names(ALL, 'production')).toEqual([['pix-api'], ['pix-api']]);
    expect(names(ALL, 'local')).toEqual([
      ['pix-api', 'sandbox'],
      ['pix-api', 'sandbox'],
    ]);
  });

  test.each(Object.keys(ALL))('without %s the bank is not there', (name) => {
    const { [name as keyof PixApiVars]: _, ...rest } = ALL;
    expect(names(rest, 'production')).toEqual([[], []]);
    expect(
      names({ ...rest, ...(name === 'PIX_API_CERTIFICATE' ? {} : { [name]: '' }) }, 'production'),
    ).toEqual([[], []]);
  });

  test('nor with a token of callbacks that can be guessed', () => {
    expect(names({ ...ALL, PIX_API_CALLBACK_TOKEN: 'short' }, 'production')).toEqual([[], []]);
  });

  test('who has no bank calls none; a deposit in dollars and a wire are never for it', async () => {
    expect(called).toEqual([]);
    const env = { ENVIRONMENT: 'production', GATEWAY_SECRET: SECRET, ...ALL } as Parameters<
      typeof gatewaysOf
    >[0];
    const [gateway] = gatewaysOf(env);
    const [payouts] = payoutGatewaysOf(env);
    expect([gateway?.methods, payouts?.methods]).toEqual([[], ['pix']]);
    const wire = { method: 'wire', iban: 'DE89370400440532013000', bic: 'COBADEFF' } as const;
    await expect(payouts?.createPayout(orderOf(100_00, { to: wire, currency: 'usd' }))).rejects.toThrow(
      'alone',
    );
    await expect(
      gateway?.createPayment({ key: 'k', payCents: 1, amountCents: 1, method: 'wire', now: NOW }),
    ).rejects.toThrow('no dollars');
    expect(await payouts?.findHolder(KEY, OWN)).toEqual({ found: 'unavailable' });
    expect(await payouts?.isGenuine({ body: '{"pix":[]}', signature: 'guessed' }, NOW)).toBe(false);
    expect(called).toEqual([]);
  });
});
