// The callbacks of reais: what the Pix API says of payments, and what the bank says of a TED, in our own words.

import { type PixPayment, readPixBody, readTedBody } from '../contract/pix.ts';
import type { PixReceived, TedReceived } from './payment-gateway.ts';

/** Null for what is no callback of the Pix API. */
export function readPixCallback(body: string): readonly PixReceived[] | null {
  return readPixBody(body)?.pix.map(receivedOf) ?? null;
}

export function receivedOf(payment: PixPayment): PixReceived {
  const { endToEndId, txid, valor, horario, pagador, gnExtras, devolucoes = [] } = payment;
  return {
    endToEndId,
    txid: txid ?? null,
    brlCents: centavos(valor),
    paidAt: Date.parse(horario),
    payer: payerOf(pagador ?? gnExtras?.pagador),
    returns: devolucoes.map(({ id, valor: returned, natureza, status }) => ({
      key: id,
      by: natureza.startsWith('MED') ? ('contest' as const) : ('house' as const),
      brlCents: centavos(returned),
      outcome: RETURN_OUTCOMES[status],
    })),
  };
}

/** Null for what is no callback of a TED. */
export function readTedCallback(body: string): readonly TedReceived[] | null {
  return (
    readTedBody(body)?.ted.map(({ id, valor, horario, texto, pagador }) => ({
      id,
      brlCents: centavos(valor),
      paidAt: Date.parse(horario),
      text: texto ?? null,
      payer: payerOf(pagador),
    })) ?? null
  );
}

const RETURN_OUTCOMES = {
  EM_PROCESSAMENTO: 'pending',
  DEVOLVIDO: 'returned',
  NAO_REALIZADO: 'failed',
} as const;

/** "1326.58" without a point is a whole number of centavos. */
const centavos = (valor: string): number => Number(valor.replace('.', ''));

/** Centavos as the Pix API writes them. */
export function valorOf(brlCents: number): string {
  const text = String(brlCents).padStart(3, '0');
  return `${text.slice(0, -2)}.${text.slice(-2)}`;
}

function payerOf(pagador: PixPayment['pagador']): PixReceived['payer'] {
  const number = pagador?.cpf ?? pagador?.cnpj;
  return pagador === undefined || number === undefined ? null : { number, name: pagador.nome };
}
