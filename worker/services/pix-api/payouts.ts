// PIX that is sent. The central bank's API has no such call; this is Efí's (dev.efipay.com.br, "Envio e pagamento Pix"): an order
// under an id of ours, which the bank takes once, and a question about that id. The order names the holder's CPF, and the bank refuses a
// key that is somebody else's at that moment. There is no call that looks a key up before.

import { EnvioReply, readCallback, readReply, SentCallback } from '../../contract/pix-api.ts';
import type { PayoutEvent } from '../../contract/withdrawals.ts';
import type { Payout, PayoutGateway, PayoutOrder } from '../payout-gateway.ts';
import { valorOf } from '../pix-callback.ts';
import { isConfirmed } from './callbacks.ts';
import { ask, isUnknown, PIX_API, type PixApi } from './connection.ts';

const CPF = /^\d{11}$/u;

export function pixApiPayouts(api: PixApi): PayoutGateway {
  return {
    name: PIX_API,
    methods: ['pix'],
    createPayout: (order) => createPayout(api, order),
    findPayout: (key) => findPayout(api, key),
    findHolder: async () => ({ found: 'unavailable' }),
    isGenuine: (callback) => isConfirmed(api, callback, readSent, (one) => isAsSaid(api, one)),
    readCallback: readSent,
  };
}

async function createPayout(api: PixApi, order: PayoutOrder): Promise<Payout> {
  const { key, cents, currency, to, holder } = order;
  if (to.method !== 'pix' || currency !== 'brl') throw new Error('this gateway sends reais by PIX alone');
  if (!CPF.test(holder.number)) return refused(key, cents, 'the holder has no CPF');
  const sent = await ask(api, 'PUT', `/v3/gn/pix/${idEnvioOf(key)}`, {
    valor: valorOf(cents),
    pagador: { chave: api.payingKey },
    favorecido: { chave: to.key, cpf: holder.number },
  });
  if (sent.ok) return payoutOf(key, sent.body);
  // Refused: because it was ordered before, or for good.
  const known = await findPayout(api, key);
  if (known !== null) return known;
  if (sent.status === 409) throw new Error('the bank knows the id of a payment that it does not have');
  return refused(key, cents, sent.code);
}

function refused(key: string, sentCents: number, code: string): Payout {
  return { reference: key, outcome: 'returned', sentCents, failure: `The bank did not take it: ${code}.` };
}

async function findPayout(api: PixApi, key: string): Promise<Payout | null> {
  const found = await ask(api, 'GET', `/v2/gn/pix/enviados/id-envio/${idEnvioOf(key)}`);
  if (found.ok) return payoutOf(key, found.body);
  if (isUnknown(found)) return null;
  throw new Error(`the bank answered ${found.status} to a question about a payment`);
}

/** Throws for what is not this payment. */
function payoutOf(key: string, body: unknown): Payout {
  const envio = readReply(EnvioReply, body);
  const reference = envio?.endToEndId ?? envio?.e2eId;
  if (envio === null || envio.idEnvio !== idEnvioOf(key) || reference === undefined)
    throw new Error('the bank answered with another payment');
  const outcome = outcomeOf(envio);
  const payout = { reference, outcome, sentCents: envio.valor };
  return outcome === 'returned' ? { ...payout, failure: failureOf(undefined) } : payout;
}

/** A word that we do not know is one of a payment that is under way. */
function outcomeOf({ status, valor, devolucoes }: EnvioReply): Payout['outcome'] {
  if (status === 'NAO_REALIZADO') return 'returned';
  if (status !== 'REALIZADO') return 'pending';
  const backCents = devolucoes.reduce((sum, one) => (one.status === 'DEVOLVIDO' ? sum + one.valor : sum), 0);
  // Less than all of it is for the operators: it stands in the bank's file and not in our books.
  return backCents === valor ? 'returned' : 'paid';
}

/** The bank takes letters and digits, 35 at most: our ids without their hyphens. */
function idEnvioOf(key: string): string {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u.test(key)) throw new Error('not a key of a withdrawal');
  return key.replaceAll('-', '');
}

function keyOf(idEnvio: string): string | null {
  const parts = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/u.exec(idEnvio);
  return parts === null ? null : parts.slice(1).join('-');
}

async function isAsSaid(api: PixApi, said: PayoutEvent): Promise<boolean> {
  const known = await findPayout(api, said.key);
  return (
    known !== null &&
    known.outcome === said.outcome &&
    known.sentCents === said.sentCents &&
    known.reference === said.reference
  );
}

/** Payments under way, and those that are not ours, say nothing. */
const readSent = (body: string): readonly PayoutEvent[] | null =>
  readCallback(SentCallback, body)?.flatMap(eventsOf) ?? null;

type Sent = NonNullable<ReturnType<typeof readReply<typeof SentCallback>>>['pix'][number];

function eventsOf({ endToEndId, valor, status, gnExtras }: Sent): PayoutEvent[] {
  const key = keyOf(gnExtras.idEnvio);
  if (key === null) return [];
  const event = { key, reference: endToEndId, sentCents: valor };
  if (status === 'REALIZADO') return [{ ...event, outcome: 'paid' }];
  if (status !== 'NAO_REALIZADO') return [];
  return [{ ...event, outcome: 'returned', failure: failureOf(gnExtras.erro?.codigo) }];
}

const failureOf = (code: string | undefined) =>
  code === undefined ? 'The bank sent it back.' : `The bank sent it back: ${code}.`;
