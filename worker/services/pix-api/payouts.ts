// PIX that is sent. The central bank's API has no such call; this is Efí's (dev.efipay.com.br, "Envio e pagamento Pix"): an order
// under an id of ours, which the bank takes once, and a question about that id. The order names the holder's CPF, and the bank refuses a
// key that is somebody else's at that moment. There is no call that looks a key up before. What its callbacks say is not believed: each is a
// reason to ask.

import { isSecretValue } from '../../auth/secret-value.ts';
import { EnvioReply, readCallback, readReply, SentCallback } from '../../contract/pix-api.ts';
import { OrderRefusedError } from '../order-refused.ts';
import type { Payout, PayoutGateway, PayoutNotice, PayoutOrder } from '../payout-gateway.ts';
import { valorOf } from '../pix-callback.ts';
import { ask, isUnknown, PIX_API, type PixApi } from './connection.ts';

const CPF = /^\d{11}$/u;

export function pixApiPayouts(api: PixApi): PayoutGateway {
  return {
    name: PIX_API,
    methods: ['pix'],
    createPayout: (order) => createPayout(api, order),
    findPayout: (key) => findPayout(api, key),
    findHolder: async () => ({ found: 'unavailable' }),
    isGenuine: async ({ body, signature }) =>
      isSecretValue(api.callbackToken, signature) && readSent(body) !== null,
    readCallback: readSent,
  };
}

async function createPayout(api: PixApi, order: PayoutOrder): Promise<Payout> {
  const { key, cents, currency, to, holder } = order;
  if (to.method !== 'pix' || currency !== 'brl') throw new Error('this gateway sends reais by PIX alone');
  if (!CPF.test(holder.number)) return notTaken(key, cents, 'no-cpf');
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
  if (ABOUT_WHO_IS_PAID.has(sent.code)) return notTaken(key, cents, sent.code);
  throw new OrderRefusedError(sent.code);
}

/** Efí's names of what is wrong with the key or its owner. All others (an account without money, a limit, our own key) are ours to mend. */
const ABOUT_WHO_IS_PAID: ReadonlySet<string> = new Set([
  'chave_nao_pertence_ao_documento',
  'chave_favorecido_nao_encontrada',
]);

function notTaken(key: string, sentCents: number, failure: string): Payout {
  return { reference: key, outcome: 'returned', sentCents, failure };
}

async function findPayout(api: PixApi, key: string): Promise<Payout | null> {
  const found = await ask(api, 'GET', `/v2/gn/pix/enviados/id-envio/${idEnvioOf(key)}`);
  if (found.ok) return payoutOf(key, found.body);
  if (isUnknown(found, 'sent')) return null;
  throw new Error(`the bank answered ${found.status} to a question about a payment`);
}

/** Throws for what is not this payment. One that was not made may have no name at the bank. */
function payoutOf(key: string, body: unknown): Payout {
  const envio = readReply(EnvioReply, body);
  const isMade = envio?.status !== 'NAO_REALIZADO';
  const reference = envio?.endToEndId ?? envio?.e2eId ?? (isMade ? undefined : key);
  if (envio === null || envio.idEnvio !== idEnvioOf(key) || reference === undefined)
    throw new Error('the bank answered with another payment');
  return { reference, sentCents: envio.valor, ...endOf(envio) };
}

/** A word that we do not know is one of a payment that is under way. */
function endOf({
  status,
  valor,
  devolucoes,
}: EnvioReply): Pick<Payout, 'outcome' | 'partBackCents' | 'failure'> {
  if (status === 'NAO_REALIZADO') return { outcome: 'returned', failure: 'sent-back' };
  if (status !== 'REALIZADO') return { outcome: 'pending' };
  const backCents = devolucoes.reduce((sum, one) => (one.status === 'DEVOLVIDO' ? sum + one.valor : sum), 0);
  if (backCents === valor) return { outcome: 'returned', failure: 'sent-back' };
  return { outcome: 'paid', ...(backCents > 0 && { partBackCents: backCents }) };
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

/** Null for what is no callback of this API. Payments that are not ours by their id say nothing. */
function readSent(body: string): readonly PayoutNotice[] | null {
  const told = readCallback(SentCallback, body);
  if (told === null) return null;
  const notices = told.flatMap(({ gnExtras }): (readonly [string, PayoutNotice])[] => {
    const key = keyOf(gnExtras.idEnvio);
    const failure = gnExtras.erro?.codigo;
    return key === null ? [] : [[key, { key, said: null, ...(failure !== undefined && { failure }) }]];
  });
  return [...new Map(notices).values()];
}
