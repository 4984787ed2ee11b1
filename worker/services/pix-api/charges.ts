// PIX that is received, by a bank's Pix API. A charge is created under our txid, and what was paid to it is asked for; a callback only says
// that there is something to ask.

import {
  CobReply,
  DevolucaoReply,
  PixListReply,
  PixReply,
  readCallback,
  readReply,
  ReceivedCallback,
} from '../../contract/pix-api.ts';
import type { ChargeOrder, PaymentGateway, PixCharges, PixReceived } from '../payment-gateway.ts';
import { receivedOf, valorOf } from '../pix-callback.ts';
import { isConfirmed } from './callbacks.ts';
import { ask, isUnknown, PIX_API, type PixApi } from './connection.ts';

export function pixApiGateway(api: PixApi): PaymentGateway {
  return {
    name: PIX_API,
    // Dollars do not come by PIX: a deposit in dollars never gets here.
    methods: [],
    createPayment: () => Promise.reject(new Error('this gateway takes no dollars')),
    findPayment: async () => null,
    isGenuine: (callback) => isConfirmed(api, callback, readReceived, (one) => isAsSaid(api, one)),
    pix: pixCharges(api),
  };
}

/** Who is paid, as the payer's bank shows it until the bank's own record of the key does. */
const MERCHANT = { name: 'Onça', city: 'São Paulo' } as const;

const TXID = /^[a-zA-Z0-9]{26,35}$/u;
const ID = /^[a-zA-Z0-9]{1,35}$/u;

function pixCharges(api: PixApi): PixCharges {
  return {
    merchant: MERCHANT,
    async createCharge(order) {
      const path = `/v2/cob/${checked(order.txid, TXID)}`;
      const made = await ask(api, 'PUT', path, {
        // The bank's charge never outlives ours.
        calendario: { expiracao: Math.max(1, Math.floor((order.expiresAt - order.now) / 1000)) },
        valor: { original: valorOf(order.brlCents) },
        chave: api.receivingKey,
      });
      // A refusal may mean that the charge is there: a bank that takes a second PUT for a change says 400 or 409.
      const cob = made.ok ? cobOf(api, order.txid, made.body) : await findCob(api, order.txid);
      if (cob === null || !isAsOrdered(cob, order)) throw new Error('the bank made no such charge');
      const location = cob.location ?? cob.loc?.location;
      if (location === undefined) throw new Error('the bank names no location of the charge');
      return { location };
    },
    async findCharge(txid) {
      const cob = await findCob(api, checked(txid, TXID));
      if (cob === null) return null;
      return { paid: cob.pix.map((payment) => Object.assign(receivedOf(payment), { txid })) };
    },
    findReceived: (endToEndId) => findReceived(api, endToEndId),
    async listReceived({ from, to, isGoingBack }, page) {
      const query = new URLSearchParams({
        inicio: new Date(from).toISOString(),
        fim: new Date(to).toISOString(),
        'paginacao.paginaAtual': String(page),
        'paginacao.itensPorPagina': String(LISTED_PER_PAGE),
        ...(isGoingBack && { devolucaoPresente: 'true' }),
      });
      const listed = await ask(api, 'GET', `/v2/pix?${query}`);
      const list = listed.ok ? readReply(PixListReply, listed.body) : null;
      if (list === null) throw new Error('the bank answered with no list of payments');
      const { paginaAtual, quantidadeDePaginas } = list.parametros.paginacao;
      // Past the last page a bank answers with that one again, or with none.
      if (page > 0 && (paginaAtual !== page || page >= quantidadeDePaginas)) return null;
      return list.pix.length === 0 ? null : list.pix.map(receivedOf);
    },
    async refund({ endToEndId, key, brlCents }) {
      const path = `/v2/pix/${checked(endToEndId, ID)}/devolucao/${checked(key, ID)}`;
      const asked = await ask(api, 'PUT', path, { valor: valorOf(brlCents) });
      if (asked.ok) return refundOf(asked.body, key, brlCents);
      // Refused: because it was asked for before, or for good.
      const found = await ask(api, 'GET', path);
      if (found.ok) return refundOf(found.body, key, brlCents);
      if (isUnknown(found, 'refund')) return { outcome: 'failed' };
      throw new Error(`the bank answered ${found.status} to a question about a refund`);
    },
    readCallback: readReceived,
  };
}

/** A path is made of nothing but letters and digits. */
function checked(id: string, pattern: RegExp): string {
  if (!pattern.test(id)) throw new Error('not an id of the Pix API');
  return id;
}

async function findCob(api: PixApi, txid: string): Promise<CobReply | null> {
  const found = await ask(api, 'GET', `/v2/cob/${txid}`);
  if (found.ok) return cobOf(api, txid, found.body);
  if (isUnknown(found, 'charge')) return null;
  throw new Error(`the bank answered ${found.status} to a question about a charge`);
}

/** Throws for what is not this charge of this account, and for what cannot be: then nobody knows what is true. */
function cobOf(api: PixApi, txid: string, body: unknown): CobReply {
  const cob = readReply(CobReply, body);
  if (cob === null || cob.txid !== txid || cob.chave !== api.receivingKey)
    throw new Error('the bank answered with another charge');
  const { status, pix } = cob;
  // It is paid when there is a payment. What was removed may have been paid before.
  const isPaidAsItSays = status.startsWith('REMOVIDA') || (status === 'CONCLUIDA') === pix.length > 0;
  const isEachOnce = new Set(pix.map(({ endToEndId }) => endToEndId)).size === pix.length;
  if (!isPaidAsItSays || !isEachOnce || pix.some((one) => (one.txid ?? txid) !== txid))
    throw new Error('the bank contradicts itself');
  return cob;
}

function isAsOrdered(cob: CobReply, order: ChargeOrder): boolean {
  return cob.valor.original === order.brlCents && !cob.status.startsWith('REMOVIDA');
}

const OUTCOMES: Readonly<Record<string, 'returned' | 'failed'>> = {
  DEVOLVIDO: 'returned',
  NAO_REALIZADO: 'failed',
};

type Refund = Awaited<ReturnType<PixCharges['refund']>>;

function refundOf(body: unknown, key: string, brlCents: number): Refund {
  const refund = readReply(DevolucaoReply, body);
  if (refund === null || refund.id !== key || refund.valor !== brlCents)
    throw new Error('the bank answered with another refund');
  return { outcome: OUTCOMES[refund.status] ?? 'pending' };
}

const LISTED_PER_PAGE = 100;

async function findReceived(api: PixApi, id: string): Promise<PixReceived | null> {
  const found = await ask(api, 'GET', `/v2/pix/${checked(id, ID)}`);
  const payment = found.ok ? readReply(PixReply, found.body) : null;
  if (payment === null && !isUnknown(found, 'received')) throw new Error('the bank answered with no payment');
  return payment === null || payment.endToEndId !== id ? null : receivedOf(payment);
}

/**
 * Whether the bank, asked by ourselves, says the same of a payment: which, how much, when, to which charge, and from whom if it says that.
 * What goes back of it may have moved on since: only that it knows of it counts, and what it says now is what is applied.
 */
async function isAsSaid(api: PixApi, said: PixReceived): Promise<boolean> {
  const known = await findReceived(api, said.endToEndId);
  return (
    known !== null &&
    known.txid === said.txid &&
    known.brlCents === said.brlCents &&
    secondsOf(known) === secondsOf(said) &&
    (known.payer === null || known.payer.number === said.payer?.number) &&
    said.returns.every((one) => known.returns.some((other) => isSameReturn(other, one)))
  );
}

/** A bank may write its times with thousandths here and without them there. */
const secondsOf = ({ paidAt }: PixReceived): number => Math.floor(paidAt / 1000);

function isSameReturn(one: PixReceived['returns'][number], other: PixReceived['returns'][number]): boolean {
  return one.key === other.key && one.by === other.by && one.brlCents === other.brlCents;
}

const readReceived = (body: string): readonly PixReceived[] | null =>
  readCallback(ReceivedCallback, body)?.map(receivedOf) ?? null;
