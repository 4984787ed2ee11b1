// What a bank answers by the Pix API of Brazil's central bank (github.com/bacen/pix-api, openapi.yaml 2.8.1), and of payments out, which
// that API does not have, by Efí's (dev.efipay.com.br, API Pix: "Envio e pagamento Pix", "Webhooks"); both read on 2026-11-24. All of
// it is hostile input. The API may add fields and words at any time, so only what is asked for is read, and a status is any word.

import * as v from 'valibot';
import { parseStrictJson } from '../domain/strict-json.ts';
import { PixPayment } from './pix.ts';

/** No sign, no exponent, no third digit, never a JSON number. */
const Valor = v.pipe(
  v.string(),
  v.regex(/^\d{1,10}\.\d{2}$/u),
  v.transform((text) => Number(text.replace('.', ''))),
);

const Word = v.pipe(v.string(), v.maxLength(60));
const EndToEndId = v.pipe(v.string(), v.regex(/^[a-zA-Z0-9]{32}$/u));
const Id = v.pipe(v.string(), v.regex(/^[a-zA-Z0-9]{1,35}$/u));

/** Host and path without a scheme, as a BR Code names it. */
const Location = v.pipe(
  v.string(),
  v.transform((text) => text.replace(/^https:\/\//u, '')),
  v.regex(/^[a-z0-9.-]+\.[a-z]{2,}\/[\w./~-]+$/iu),
  v.maxLength(77),
);

export const PixReply = PixPayment;

/** A page of what was received. */
export const PixListReply = v.object({
  parametros: v.object({
    paginacao: v.object({
      paginaAtual: v.pipe(v.number(), v.integer(), v.minValue(0)),
      quantidadeDePaginas: v.pipe(v.number(), v.integer(), v.minValue(0)),
    }),
  }),
  pix: v.optional(v.pipe(v.array(PixPayment), v.maxLength(1_000)), []),
});

/** A charge. */
export const CobReply = v.object({
  txid: Id,
  status: Word,
  chave: v.pipe(v.string(), v.maxLength(77)),
  valor: v.object({ original: Valor }),
  location: v.optional(Location),
  loc: v.optional(v.object({ location: v.optional(Location) })),
  pix: v.optional(v.pipe(v.array(PixPayment), v.maxLength(100)), []),
});
export type CobReply = v.InferOutput<typeof CobReply>;

/** A payment that goes back. */
export const DevolucaoReply = v.object({ id: Id, valor: Valor, status: Word });

/** A payment out. The answer to its order names it e2eId, the answer about it endToEndId. */
export const EnvioReply = v.object({
  idEnvio: Id,
  valor: Valor,
  status: Word,
  e2eId: v.optional(EndToEndId),
  endToEndId: v.optional(EndToEndId),
  /** What the receiver's bank sent back after it had arrived: only the answer about it has these. */
  devolucoes: v.optional(v.pipe(v.array(v.object({ valor: Valor, status: Word })), v.maxLength(100)), []),
});
export type EnvioReply = v.InferOutput<typeof EnvioReply>;

export const TokenReply = v.object({
  access_token: v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,4096}$/u)),
  token_type: v.pipe(v.string(), v.regex(/^bearer$/iu)),
  expires_in: v.pipe(v.number(), v.integer(), v.minValue(1)),
});

/** A refusal is Efí's `nome`, or the API's problem document. */
export const RefusalReply = v.union([
  v.pipe(
    v.object({ nome: v.pipe(v.string(), v.regex(/^[a-z_]{1,60}$/u)) }),
    v.transform(({ nome }) => nome),
  ),
  v.pipe(
    v.object({
      type: v.pipe(v.string(), v.regex(/^https:\/\/pix\.bcb\.gov\.br\/api\/v2\/error\/[A-Za-z]{1,60}$/u)),
    }),
    v.transform(({ type }) => type.slice(type.lastIndexOf('/') + 1)),
  ),
]);

/** The bank is asked about each, so a callback that names more is none: the cron asks for what it would have told. */
export const CALLBACK_PAYMENTS_MAX = 20;

/** Nothing else stands in a callback, so that it never passes for another gateway's. */
export const ReceivedCallback = v.strictObject({
  pix: v.pipe(v.array(PixPayment), v.maxLength(CALLBACK_PAYMENTS_MAX)),
});

/** Only which payments there is something to ask about: what became of them the bank says when it is asked. */
export const SentCallback = v.strictObject({
  pix: v.pipe(
    v.array(
      v.object({
        gnExtras: v.object({
          idEnvio: Id,
          /** A code of the instant payment system: AC03. */
          erro: v.optional(v.object({ codigo: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_]{1,40}$/u)) })),
        }),
      }),
    ),
    v.maxLength(CALLBACK_PAYMENTS_MAX),
  ),
});

/** Efí sends it when an address for callbacks is registered; it says nothing. */
const TestCallback = v.object({ evento: v.literal('teste_webhook') });

/** Null for what is not of this shape. */
export function readReply<S extends v.GenericSchema>(schema: S, value: unknown): v.InferOutput<S> | null {
  const read = v.safeParse(schema, value);
  return read.success ? read.output : null;
}

/** What a callback tells of, line by line; a test tells of nothing. Null for what is no callback of this API. */
export function readCallback<T>(
  schema: v.GenericSchema<unknown, { pix: T[] }>,
  body: string,
): readonly T[] | null {
  try {
    const value = parseStrictJson(body);
    if (readReply(TestCallback, value) !== null) return [];
    return readReply(schema, value)?.pix ?? null;
  } catch {
    return null;
  }
}
