// The bank's Pix API, right, slow, wrong, huge, redirecting, lying or gone: what it did not say is never taken for a payment, nothing is
// paid twice, and what it answers is asked for by our own id. The adapter keeps to the same suites as the sandbox.

import { beforeEach, describe, expect, test, vi } from 'vitest';
import { OrderRefusedError } from '../../worker/services/order-refused.ts';
import type { PayoutOrder } from '../../worker/services/payout-gateway.ts';
import type { PixReceived } from '../../worker/services/payment-gateway.ts';
import { pixApiGateway } from '../../worker/services/pix-api/charges.ts';
import type { PixApi } from '../../worker/services/pix-api/connection.ts';
import { pixApiPayouts } from '../../worker/services/pix-api/payouts.ts';
import { valorOf } from '../../worker/services/pix-callback.ts';
import { chargeContract, keptChargeContract } from '../support/payment-gateway-contract.ts';
import { payoutGatewayContract } from '../support/payout-gateway-contract.ts';
import { PIX_LIES, Vendors, type Behaviour } from '../support/vendor-control.ts';

const NOW = Date.parse('2026-11-24T12:00:00Z');
const HOLDER = { number: '39053344705', name: 'Ana Prado' };
const PAYER = { cpf: HOLDER.number, nome: HOLDER.name };
const TOKEN = 'token-of-callbacks-0123456789abcdef';

/** What was called, and with what. */
const calls: { readonly path: string; readonly init: RequestInit | undefined }[] = [];
/** What was logged. */
const said: string[] = [];

beforeEach(() => {
  calls.length = 0;
  said.length = 0;
  for (const method of ['log', 'warn', 'error'] as const)
    vi.spyOn(console, method).mockImplementation((line: unknown) => void said.push(String(line)));
});

/** Of a bank that answers, however busy the machine; and of one that is slow, which is not waited for. */
const PATIENT_MS = 10_000;
const IMPATIENT_MS = 250;

function apiAt(url: string, timeoutMs = PATIENT_MS): PixApi {
  return {
    url,
    clientId: 'client',
    clientSecret: 'secret',
    receivingKey: 'in@house.example.com',
    payingKey: 'out@house.example.com',
    callbackToken: TOKEN,
    timeoutMs,
    certificate: {
      async fetch(input: RequestInfo | URL, init?: RequestInit) {
        calls.push({ path: String(input).slice(url.length), init });
        return fetch(input as string, init);
      },
    },
  };
}

function gatewaysAt(api: PixApi) {
  const gateway = pixApiGateway(api);
  if (gateway.pix === undefined) throw new Error('the Pix API takes charges');
  return { charges: { ...gateway, pix: gateway.pix }, payouts: pixApiPayouts(api) };
}

function openBank(behaviour: string = 'well') {
  const vendors = new Vendors();
  const url = vendors.url('pix-api');
  const isSlow = behaviour === 'slow' || behaviour === 'dripping';
  const meanwhile = gatewaysAt(apiAt(url, isSlow ? IMPATIENT_MS : PATIENT_MS));
  return { vendors, ...gatewaysAt(apiAt(url)), meanwhile };
}

/** A port where nobody listens. */
const NOWHERE = gatewaysAt(apiAt('http://127.0.0.1:9'));

const orderOf = (change: Partial<PayoutOrder> = {}): PayoutOrder => ({
  key: crypto.randomUUID(),
  cents: 53_063,
  currency: 'brl',
  amountCents: 10_000,
  to: { method: 'pix', keyType: 'email', key: 'ana@example.com' },
  holder: HOLDER,
  now: NOW,
  ...change,
});
const idEnvioOf = (key: string) => key.replaceAll('-', '');
const newTxid = () => idEnvioOf(crypto.randomUUID());
const chargeOf = () => ({ txid: newTxid(), brlCents: 132_658, expiresAt: NOW + 15 * 60_000, now: NOW });
let ids = 0;
const newEndToEndId = () => `E1234567820261124120${String((ids += 1)).padStart(12, '0')}`;

payoutGatewayContract('the Pix API', async () => {
  const { vendors, payouts } = openBank();
  return {
    gateway: payouts,
    order: () => orderOf(),
    settle: ({ key }, outcome) =>
      vendors.tell({
        do: 'settle',
        idEnvio: idEnvioOf(key),
        status: outcome === 'paid' ? 'REALIZADO' : 'NAO_REALIZADO',
      }),
    async callback({ key, reference, outcome, sentCents }) {
      const status = outcome === 'paid' ? 'REALIZADO' : 'NAO_REALIZADO';
      const one = { endToEndId: reference, chave: 'out@house.example.com', tipo: 'SOLICITACAO', status };
      const extras = { gnExtras: { idEnvio: idEnvioOf(key) }, valor: valorOf(sentCents) };
      return { body: JSON.stringify({ pix: [{ ...one, ...extras }] }), signature: TOKEN };
    },
  };
});

const wordsOf = ({ endToEndId, txid, brlCents, paidAt, payer }: PixReceived) => ({
  endToEndId,
  txid,
  valor: valorOf(brlCents),
  horario: new Date(paidAt).toISOString(),
  ...(payer !== null && { gnExtras: { pagador: { cpf: payer.number, nome: payer.name } } }),
});

const openCharges = async () => {
  const { vendors, charges } = openBank();
  return {
    gateway: charges,
    unreachable: NOWHERE.charges,
    order: chargeOf,
    async pay(txid: string, brlCents: number): Promise<PixReceived> {
      const endToEndId = newEndToEndId();
      await vendors.tell({ do: 'pay', txid, endToEndId, valor: valorOf(brlCents), pagador: PAYER });
      return { endToEndId, txid, brlCents, paidAt: NOW, payer: HOLDER, returns: [] };
    },
    callback: async (one: PixReceived) => ({
      body: JSON.stringify({ pix: [wordsOf(one)] }),
      signature: TOKEN,
    }),
  };
};
chargeContract('the Pix API', openCharges);
keptChargeContract('the Pix API', openCharges);

test('where nobody answers, money out throws too: it never says what it does not know', async () => {
  await expect(NOWHERE.payouts.createPayout(orderOf())).rejects.toBeInstanceOf(Error);
  await expect(NOWHERE.payouts.findPayout(crypto.randomUUID(), NOW)).rejects.toBeInstanceOf(Error);
});

describe('what is asked', () => {
  test('an order names the amount with two decimals, our key, the holder, and nothing more of him', async () => {
    const { vendors, payouts } = openBank();
    const order = orderOf({ cents: 100_005 });
    await payouts.createPayout(order);
    const { sent } = await vendors.bank();
    expect(sent[idEnvioOf(order.key)]).toMatchObject({
      valor: '1000.05',
      chave: 'ana@example.com',
      cpf: HOLDER.number,
    });
    expect(calls.map(({ path, init }) => [init?.method, path])).toEqual([
      ['POST', '/oauth/token'],
      ['PUT', `/v3/gn/pix/${idEnvioOf(order.key)}`],
    ]);
    expect(String(calls[1]?.init?.body)).not.toContain(HOLDER.name);
    expect(calls.every(({ init }) => init?.redirect === 'manual' && init.signal instanceof AbortSignal)).toBe(
      true,
    );
  });

  test('a charge ends no later than ours, to the second', async () => {
    const { vendors, charges } = openBank();
    const order = { ...chargeOf(), expiresAt: NOW + 899_999 };
    await charges.pix.createCharge(order);
    expect((await vendors.bank()).charges[order.txid]).toMatchObject({ valor: '1326.58', expiracao: 899 });
  });

  test('one token serves many calls; one that the bank took back is asked for again, once', async () => {
    const { vendors, payouts } = openBank();
    for (let i = 0; i < 3; i += 1) await payouts.createPayout(orderOf());
    expect((await vendors.bank()).tokens).toBe(1);
    await vendors.tell({ do: 'forget-token' });
    const order = orderOf();
    expect((await payouts.createPayout(order)).outcome).toBe('pending');
    expect((await vendors.bank()).tokens).toBe(2);
    await vendors.set('pix-api', { lie: 'unauthorized' });
    const before = await vendors.hits('pix-api');
    await expect(payouts.findPayout(order.key, NOW)).rejects.toThrow('401');
    // The question, a new token, the question again.
    expect((await vendors.hits('pix-api')) - before).toBe(3);
  });

  test.each(['../../v2/cob/x', 'a'.repeat(25), 'a'.repeat(36), 'ã'.repeat(26), ''])(
    'the txid %s is asked of nobody',
    async (txid) => {
      const { charges } = openBank();
      await expect(charges.pix.findCharge(txid, NOW)).rejects.toThrow('not an id');
      await expect(charges.pix.createCharge({ ...chargeOf(), txid })).rejects.toThrow('not an id');
      expect(calls).toEqual([]);
    },
  );

  test('a withdrawal of who has no CPF, and a key that is no withdrawal’s, reach no bank', async () => {
    const { payouts } = openBank();
    const foreign = orderOf({ holder: { number: 'X1234567', name: 'Ana Prado' } });
    expect(await payouts.createPayout(foreign)).toMatchObject({
      outcome: 'returned',
      sentCents: foreign.cents,
    });
    await expect(payouts.createPayout(orderOf({ key: 'a/../b' }))).rejects.toThrow('not a key');
    expect(calls).toEqual([]);
  });
});

describe('what the bank refuses', () => {
  test('a key that is another person’s by now sends nothing, and no log line says whose', async () => {
    const { vendors, payouts } = openBank();
    await vendors.tell({ do: 'own', key: 'ana@example.com', cpf: '11144477735' });
    const order = orderOf();
    const answer = await payouts.createPayout(order);
    expect(answer).toMatchObject({ outcome: 'returned', failure: 'chave_nao_pertence_ao_documento' });
    expect((await vendors.bank()).sent).toEqual({});
    expect(await payouts.findPayout(order.key, NOW)).toBeNull();
    const written = `${said.join('\n')}${JSON.stringify(answer)}`;
    for (const one of [HOLDER.number, HOLDER.name, 'ana@example.com']) expect(written).not.toContain(one);
  });

  test.each(['chave_favorecido_nao_encontrada', 'chave_nao_pertence_ao_documento'])(
    '%s is about who is paid, and is returned',
    async (nome) => {
      const { vendors, payouts } = openBank();
      await vendors.tell({ do: 'refuse', status: 404, nome });
      expect(await payouts.createPayout(orderOf())).toMatchObject({ outcome: 'returned', failure: nome });
    },
  );

  test.each([
    [400, 'documento_bloqueado', OrderRefusedError],
    [400, 'chave_invalida', OrderRefusedError],
    [422, 'pagamento_negado', OrderRefusedError],
    [400, 'saldo_insuficiente', OrderRefusedError],
    [404, 'conta_nao_encontrada', OrderRefusedError],
    [409, 'id_envio_duplicado', Error],
  ] as const)('%d %s is of the house, and returns nothing', async (status, nome, error) => {
    const { vendors, payouts } = openBank();
    await vendors.tell({ do: 'refuse', status, nome });
    await expect(payouts.createPayout(orderOf())).rejects.toBeInstanceOf(error);
  });

  test('what was not made may have no name; what was made has one, or nobody knows', async () => {
    const { vendors, payouts } = openBank();
    const order = orderOf();
    await payouts.createPayout(order);
    const settle = { do: 'settle', idEnvio: idEnvioOf(order.key), nameless: true } as const;
    await vendors.tell({ ...settle, status: 'NAO_REALIZADO' });
    expect(await payouts.findPayout(order.key, NOW)).toMatchObject({
      outcome: 'returned',
      reference: order.key,
    });
    await vendors.tell({ ...settle, status: 'REALIZADO' });
    await expect(payouts.findPayout(order.key, NOW)).rejects.toThrow('another payment');
  });

  test('money that arrived and came back whole is returned; a part of it is not', async () => {
    const { vendors, payouts } = openBank();
    const order = orderOf({ cents: 400 });
    await payouts.createPayout(order);
    const idEnvio = idEnvioOf(order.key);
    await vendors.tell({ do: 'settle', idEnvio, status: 'REALIZADO' });
    await vendors.tell({ do: 'send-back', idEnvio, valor: '2.00' });
    expect(await payouts.findPayout(order.key, NOW)).toMatchObject({ outcome: 'paid', partBackCents: 200 });
    await vendors.tell({ do: 'send-back', idEnvio, valor: '2.00' });
    expect((await payouts.findPayout(order.key, NOW))?.outcome).toBe('returned');
  });

  test('a word that nobody knows yet is a payment that is under way', async () => {
    const { vendors, payouts } = openBank();
    const order = orderOf();
    await payouts.createPayout(order);
    await vendors.tell({ do: 'settle', idEnvio: idEnvioOf(order.key), status: 'AGENDADO' });
    expect((await payouts.findPayout(order.key, NOW))?.outcome).toBe('pending');
  });

  test('more than was paid does not go back', async () => {
    const { vendors, charges } = openBank();
    const order = chargeOf();
    await charges.pix.createCharge(order);
    const endToEndId = newEndToEndId();
    await vendors.tell({ do: 'pay', txid: order.txid, endToEndId, valor: '10.00' });
    const refund = { endToEndId, key: newTxid(), brlCents: 1_001 };
    expect(await charges.pix.refund(refund)).toEqual({ outcome: 'failed' });
    expect(await charges.pix.refund({ ...refund, brlCents: 1_000 })).toEqual({ outcome: 'pending' });
    // The same key for another amount.
    await expect(charges.pix.refund({ ...refund, brlCents: 999 })).rejects.toThrow('another refund');
  });
});

const BEHAVIOURS: readonly Behaviour[] = [
  'down',
  'slow',
  'error-500',
  'html',
  'truncated',
  'endless',
  'dripping',
  'redirect',
];
const WRONGS = [
  ...BEHAVIOURS.map((behaviour) => [behaviour, { behaviour }] as const),
  ...PIX_LIES.map((lie) => [lie, { lie }] as const),
];

describe('a bank that does wrong', () => {
  test.each(WRONGS)(
    '%s: no order is taken for paid or for returned, and it is sent once',
    async (name, wrong) => {
      const { vendors, payouts, meanwhile } = openBank(name);
      // The token is there, so that the order arrives and only its answer is wrong.
      expect(await payouts.findPayout(crypto.randomUUID(), NOW)).toBeNull();
      await vendors.set('pix-api', wrong);
      const order = orderOf();
      const answers = [
        await meanwhile.payouts.createPayout(order).catch(() => null),
        await meanwhile.payouts.findPayout(order.key, NOW).catch(() => null),
      ];
      // An amount that is not the ordered one is told as it is: whoever asks compares.
      for (const answer of answers)
        expect(answer === null || answer.outcome === 'pending' || answer.sentCents !== order.cents).toBe(
          true,
        );
      await vendors.set('pix-api', { behaviour: 'well', lie: null });
      const { reference } = await payouts.createPayout(order);
      expect(await payouts.findPayout(order.key, NOW)).toEqual({
        reference,
        outcome: 'pending',
        sentCents: order.cents,
      });
      expect(Object.keys((await vendors.bank()).sent)).toEqual([idEnvioOf(order.key)]);
      expect(said.join('\n')).not.toContain(HOLDER.number);
    },
  );

  test.each(WRONGS)('%s: no charge is taken for paid, and none is lost', async (name, wrong) => {
    const { vendors, charges, meanwhile } = openBank(name);
    const order = chargeOf();
    expect(await charges.pix.findCharge(order.txid, NOW)).toBeNull();
    await vendors.set('pix-api', wrong);
    await expect(meanwhile.charges.pix.createCharge(order)).rejects.toBeInstanceOf(Error);
    const found = await meanwhile.charges.pix.findCharge(order.txid, NOW).catch(() => null);
    expect(found?.paid ?? []).toEqual([]);
    await vendors.set('pix-api', { behaviour: 'well', lie: null });
    const location = `pix.example.com/qr/v2/${order.txid}`;
    expect(await charges.pix.createCharge(order)).toEqual({ location });
  });

  test.each(WRONGS)('%s: no callback is believed', async (name, wrong) => {
    const { vendors, charges, payouts, meanwhile } = openBank(name);
    const charge = chargeOf();
    const order = orderOf();
    await charges.pix.createCharge(charge);
    const { reference } = await payouts.createPayout(order);
    const endToEndId = newEndToEndId();
    const valor = valorOf(charge.brlCents);
    await vendors.tell({ do: 'pay', txid: charge.txid, endToEndId, valor });
    const paid = { endToEndId, txid: charge.txid, valor, horario: '2026-11-24T12:00:00Z' };
    const gnExtras = { idEnvio: idEnvioOf(order.key) };
    const sent = { endToEndId: reference, valor: valorOf(order.cents), status: 'REALIZADO', gnExtras };
    await vendors.set('pix-api', wrong);
    const callbackOf = (one: unknown) => ({ body: JSON.stringify({ pix: [one] }), signature: TOKEN });
    expect(await meanwhile.charges.isGenuine(callbackOf(paid), NOW)).toBe(false);
    // Of money out it is a reason to ask, whatever it says; what the bank then answers is above.
    expect(meanwhile.payouts.readCallback(callbackOf(sent).body)).toEqual([{ key: order.key, said: null }]);
  });

  test('where it gives no token, nothing else is asked of it', async () => {
    const { vendors, meanwhile } = openBank('slow');
    for (const behaviour of BEHAVIOURS) {
      await vendors.set('pix-api', { behaviour });
      calls.length = 0;
      await expect(meanwhile.payouts.createPayout(orderOf())).rejects.toBeInstanceOf(Error);
      expect(calls.map(({ path }) => path)).toEqual(['/oauth/token']);
    }
    expect((await vendors.bank()).sent).toEqual({});
  });
});

describe('the list of what was received', () => {
  const DAY = 24 * 60 * 60_000;
  const listed = async (charges: ReturnType<typeof openBank>['charges'], isGoingBack: boolean) => {
    const found: PixReceived[] = [];
    for (let page = 0; ; page += 1) {
      const payments = await charges.pix.listReceived?.({ from: NOW - DAY, to: NOW, isGoingBack }, page);
      if (payments === null || payments === undefined) return found;
      found.push(...payments);
    }
  };

  test('has every page once, and alone what goes back where that is asked for', async () => {
    const { vendors, charges } = openBank();
    expect(await listed(charges, false)).toEqual([]);
    const order = chargeOf();
    await charges.pix.createCharge(order);
    const paid = Array.from({ length: 5 }, newEndToEndId);
    const devolucoes = [{ id: 'D1', valor: '1.00', natureza: 'MED_FRAUDE', status: 'EM_PROCESSAMENTO' }];
    for (const [i, endToEndId] of paid.entries())
      await vendors.tell({
        do: 'pay',
        txid: order.txid,
        endToEndId,
        valor: '1.00',
        ...(i === 3 && { devolucoes }),
      });
    expect((await listed(charges, false)).map(({ endToEndId }) => endToEndId)).toEqual(paid);
    expect((await listed(charges, true)).map(({ endToEndId }) => endToEndId)).toEqual([paid[3]]);
  });

  test.each(WRONGS)('%s: says nothing that is not there', async (name, wrong) => {
    const { vendors, charges, meanwhile } = openBank(name);
    const order = chargeOf();
    await charges.pix.createCharge(order);
    await vendors.set('pix-api', wrong);
    const found = await listed(meanwhile.charges, false).catch(() => []);
    expect(found).toEqual([]);
  });
});

describe('callbacks', () => {
  test('the one that registers an address is answered, and says nothing', async () => {
    const { charges, payouts } = openBank();
    const test_ = { body: '{"evento":"teste_webhook","data_criacao":"2026-11-24"}', signature: TOKEN };
    expect(await charges.isGenuine(test_, NOW)).toBe(true);
    expect(charges.pix.readCallback(test_.body)).toEqual([]);
    expect(await payouts.isGenuine(test_, NOW)).toBe(true);
    expect(payouts.readCallback(test_.body)).toEqual([]);
    expect(calls).toEqual([]);
  });

  test('a body that is also another gateway’s event is not believed', async () => {
    const { charges, payouts } = openBank();
    const event = { key: 'k', reference: 'r', outcome: 'completed', paidCents: 100, sentCents: 100, pix: [] };
    const callback = { body: JSON.stringify(event), signature: TOKEN };
    expect(await charges.isGenuine(callback, NOW)).toBe(false);
    expect(await payouts.isGenuine(callback, NOW)).toBe(false);
  });

  test('of another payer, of more returns, of a payment that the bank does not have: not believed', async () => {
    const { vendors, charges } = openBank();
    const order = chargeOf();
    await charges.pix.createCharge(order);
    const endToEndId = newEndToEndId();
    const valor = valorOf(order.brlCents);
    await vendors.tell({ do: 'pay', txid: order.txid, endToEndId, valor, pagador: PAYER });
    const true_ = {
      endToEndId,
      txid: order.txid,
      valor,
      horario: '2026-11-24T12:00:00Z',
      gnExtras: { pagador: PAYER },
    };
    const devolucoes = [{ id: 'x', valor, natureza: 'MED_FRAUDE', status: 'EM_PROCESSAMENTO' }];
    const believed = (one: unknown, signature = TOKEN) =>
      charges.isGenuine({ body: JSON.stringify({ pix: [one] }), signature }, NOW);
    expect(await believed(true_)).toBe(true);
    expect(await believed({ ...true_, gnExtras: { pagador: { ...PAYER, cpf: '11144477735' } } })).toBe(false);
    expect(await believed({ ...true_, devolucoes })).toBe(false);
    expect(await believed({ ...true_, txid: newTxid() })).toBe(false);
    expect(await believed({ ...true_, endToEndId: newEndToEndId() })).toBe(false);
    calls.length = 0;
    expect(await believed(true_, 'guessed-token-0123456789abcdef-0123')).toBe(false);
    expect(calls).toEqual([]);
  });

  test('that was overtaken is believed, and what the bank says now is what counts', async () => {
    const { vendors, charges } = openBank();
    const order = chargeOf();
    await charges.pix.createCharge(order);
    const endToEndId = newEndToEndId();
    const valor = valorOf(order.brlCents);
    const going = { id: 'R1', valor, natureza: 'ORIGINAL' };
    const now = [{ ...going, status: 'DEVOLVIDO' }];
    await vendors.tell({ do: 'pay', txid: order.txid, endToEndId, valor, pagador: PAYER, devolucoes: now });
    const before = [{ ...going, status: 'EM_PROCESSAMENTO' }];
    const one = {
      endToEndId,
      txid: order.txid,
      valor,
      horario: '2026-11-24T12:00:00Z',
      gnExtras: { pagador: PAYER },
    };
    const body = (devolucoes: unknown, horario = one.horario) =>
      JSON.stringify({ pix: [{ ...one, horario, devolucoes }] });
    expect(await charges.isGenuine({ body: body(before), signature: TOKEN }, NOW)).toBe(true);
    const known = await charges.pix.findReceived?.(endToEndId);
    expect(known?.returns).toEqual([
      { key: 'R1', by: 'house', brlCents: order.brlCents, outcome: 'returned' },
    ]);
    // In time or not is decided by the bank's clock.
    expect(
      await charges.isGenuine({ body: body(before, '2026-11-24T11:59:59Z'), signature: TOKEN }, NOW),
    ).toBe(false);
    expect(await charges.pix.findReceived?.(newEndToEndId())).toBeNull();
  });

  test('twenty payments are asked for, twenty-one are none', async () => {
    const { charges } = openBank();
    const one = () => ({ endToEndId: newEndToEndId(), valor: '1.00', horario: '2026-11-24T12:00:00Z' });
    const bodyOf = (count: number) => JSON.stringify({ pix: Array.from({ length: count }, one) });
    expect(charges.pix.readCallback(bodyOf(20))).toHaveLength(20);
    expect(charges.pix.readCallback(bodyOf(21))).toBeNull();
  });

  test('each payment out is a reason to ask, once; one that is not ours by its id says nothing', () => {
    const { payouts } = openBank();
    const key = crypto.randomUUID();
    const gnExtras = { idEnvio: idEnvioOf(key) };
    const pix = [
      { status: 'EM_PROCESSAMENTO', gnExtras },
      { status: 'NAO_REALIZADO', gnExtras: { ...gnExtras, erro: { codigo: 'AC03' } } },
      { status: 'REALIZADO', gnExtras: { idEnvio: 'paidByHand1' } },
    ];
    expect(payouts.readCallback(JSON.stringify({ pix }))).toEqual([{ key, said: null, failure: 'AC03' }]);
  });
});
