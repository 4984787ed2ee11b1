// Deposits in reais: /api/deposits/reais and /api/deposits/pix, what the Pix API says of payments, and the bank of the sandbox.

import * as v from 'valibot';
import { BRL_DEPOSIT_STATES, BRL_METHODS, BRL_PAYMENT_STATES, REFUND_REASONS } from '../domain/pix.ts';
import { Cents, IsoTime } from './money.ts';
import { Portfolio } from './portfolio.ts';
import type { RuleCode } from './rule-texts.ts';
import { Day } from './storage.ts';
import { Transaction } from './transactions.ts';

/** In hundredths of a percent. `legalBasis` and `fromDay` are null until operators announced a tariff: then both are 0, simulated. */
const exchangeTerms = {
  spreadBasisPoints: Cents,
  iofBasisPoints: Cents,
  /** The rule that sets the tax: "Decreto 6.306/2007, art. 15-B". */
  legalBasis: v.nullable(v.string()),
  fromDay: v.nullable(Day),
};

/** GET /api/deposits/reais: everything that decides about a deposit in reais, before one is asked for. */
export const BrlTerms = v.object({
  /** Null: no reais are taken here. 'sandbox' moves no real money and is labelled so. */
  gateway: v.nullable(v.string()),
  /** Null: no fresh rate is known, so none can be locked. */
  rate: v.nullable(v.object({ e4: Cents, asOf: IsoTime })),
  ...exchangeTerms,
  /** How long a PIX locks its rate. */
  lockMs: v.number(),
  /** The customer's charges that wait for their payment, and what of the bounds they use. */
  open: v.object({ charges: v.number(), maxCharges: v.number(), lockedCents: Cents, maxLockedCents: Cents }),
  /** No CPF is checked: PIX and TED come from nobody else's account. */
  needsCpf: v.boolean(),
  /** Where a TED goes; null without a gateway or a CPF. What arrives is converted at the rate of the moment of its posting. */
  ted: v.nullable(
    v.object({
      holder: v.string(),
      cnpj: v.string(),
      bank: v.string(),
      branch: v.string(),
      number: v.string(),
      reference: v.string(),
    }),
  ),
});
export type BrlTerms = v.InferOutput<typeof BrlTerms>;

/** POST /api/deposits/pix, with an Idempotency-Key: dollars, exactly, or reais at most. */
export const PixDepositRequest = v.pipe(
  v.object({
    amountCents: v.optional(v.pipe(v.number(), v.integer())),
    brlCents: v.optional(v.pipe(v.number(), v.integer())),
  }),
  v.check(
    (body) => (body.amountCents === undefined) !== (body.brlCents === undefined),
    'oneAmount' satisfies RuleCode,
  ),
);
export type PixDepositRequest = v.InferOutput<typeof PixDepositRequest>;

/** A deposit in reais as its customer sees it: GET /api/deposits/pix/:id, by the id of its transaction, for PIX and TED. */
export const BrlDeposit = v.object({
  id: v.string(),
  method: v.picklist(BRL_METHODS),
  state: v.picklist(BRL_DEPOSIT_STATES),
  /** What is credited. */
  usdCents: Cents,
  /** What is paid in all, and its lines. */
  brlCents: Cents,
  exchangeBrlCents: Cents,
  spreadBrlCents: Cents,
  iofBrlCents: Cents,
  rateE4: Cents,
  /** When the rate was observed. */
  rateAsOf: IsoTime,
  ...exchangeTerms,
  /** What is copied, and drawn as a QR code; null of a TED. */
  payload: v.nullable(v.string()),
  /** A payment that the bank takes before this moment gets this rate; null of a TED. */
  expiresAt: v.nullable(IsoTime),
  createdAt: IsoTime,
  paidAt: v.nullable(IsoTime),
  /** The bank's own name of the payment, by which anybody's bank finds it. */
  endToEndId: v.nullable(v.string()),
  /** A payment to it is there, and the bank has not said who paid it: it is credited when the bank says that its customer did. */
  isPayerUnknown: v.boolean(),
  /** Payments to it that were not taken. */
  refunds: v.array(
    v.object({
      brlCents: Cents,
      paidAt: IsoTime,
      reason: v.picklist(REFUND_REASONS),
      /** When the bank confirmed it; null while it is on its way. */
      returnedAt: v.nullable(IsoTime),
    }),
  ),
  gateway: v.string(),
});
export type BrlDeposit = v.InferOutput<typeof BrlDeposit>;

/** The reply of POST /api/deposits/pix; the deposit as it was made, so that a repeated request gets the same bytes. */
export const PixDepositReply = v.object({
  transaction: Transaction,
  deposit: BrlDeposit,
  portfolio: Portfolio,
});
export type PixDepositReply = v.InferOutput<typeof PixDepositReply>;

/** A whole number of centavos as the Pix API writes it: "1326.58". */
const valor = v.pipe(
  v.string(),
  v.maxLength(13),
  v.regex(/^\d{1,10}\.\d{2}$/u),
  v.check((text) => Number(text) > 0),
);
const horario = v.pipe(v.string(), v.maxLength(40), v.isoTimestamp());

/** A CNPJ has letters since July 2026. */
const pagador = v.object({
  cpf: v.optional(v.pipe(v.string(), v.regex(/^\d{11}$/u))),
  cnpj: v.optional(v.pipe(v.string(), v.regex(/^[\dA-Z]{12}\d{2}$/u))),
  nome: v.pipe(v.string(), v.maxLength(200)),
});

/** A payment that was received, in the words of the Pix API of Brazil's central bank. */
export const PixPayment = v.object({
  endToEndId: v.pipe(v.string(), v.regex(/^[A-Za-z0-9]{32}$/u)),
  txid: v.optional(v.pipe(v.string(), v.regex(/^[A-Za-z0-9]{1,35}$/u))),
  valor,
  horario,
  pagador: v.optional(pagador),
  /** Where Efí says who paid; a number that is masked says nothing. */
  gnExtras: v.fallback(v.optional(v.object({ pagador: v.optional(pagador) })), undefined),
  devolucoes: v.optional(
    v.pipe(
      v.array(
        v.object({
          id: v.pipe(v.string(), v.regex(/^[A-Za-z0-9]{1,35}$/u)),
          valor,
          /** ORIGINAL: our own; MED_...: the payer's bank asks for it. */
          natureza: v.optional(v.pipe(v.string(), v.maxLength(40)), 'ORIGINAL'),
          status: v.picklist(['EM_PROCESSAMENTO', 'DEVOLVIDO', 'NAO_REALIZADO']),
        }),
      ),
      v.maxLength(20),
    ),
  ),
});
export type PixPayment = v.InferOutput<typeof PixPayment>;

/** What POST /api/payments/:gateway/pix says. */
export const PixCallback = v.object({ pix: v.pipe(v.array(PixPayment), v.minLength(1), v.maxLength(100)) });
export type PixCallback = v.InferOutput<typeof PixCallback>;

/** What POST /api/payments/:gateway/ted says of a TED that reached the bank account. */
export const TedCallback = v.object({
  ted: v.pipe(
    v.array(
      v.object({
        /** The bank's own name of it. */
        id: v.pipe(v.string(), v.regex(/^[A-Za-z0-9-]{1,40}$/u)),
        valor,
        horario,
        /** What the payer wrote. */
        texto: v.optional(v.pipe(v.string(), v.maxLength(200))),
        pagador: v.optional(pagador),
      }),
    ),
    v.minLength(1),
    v.maxLength(100),
  ),
});
export type TedCallback = v.InferOutput<typeof TedCallback>;

/** Null for what is no callback of the Pix API. */
export const readPixBody = (body: string): PixCallback | null => parsed(PixCallback, body);

/** Null for what is no callback of a TED. */
export const readTedBody = (body: string): TedCallback | null => parsed(TedCallback, body);

function parsed<S extends v.GenericSchema>(schema: S, body: string): v.InferOutput<S> | null {
  try {
    const read = v.safeParse(schema, JSON.parse(body));
    return read.success ? read.output : null;
  } catch {
    return null;
  }
}

/** The buttons of /dev/bank, the bank of the sandbox (local only): POST /api/dev/bank. */
export const BANK_ACTIONS = ['pay', 'pay-twice', 'pay-less', 'pay-other', 'contest'] as const;
export type BankAction = (typeof BANK_ACTIONS)[number];
export const BankRequest = v.variant('do', [
  v.object({ do: v.picklist(BANK_ACTIONS), txid: v.pipe(v.string(), v.regex(/^[A-Za-z0-9]{26,35}$/u)) }),
  /** To nobody's charge. */
  v.object({
    do: v.literal('pay-unknown'),
    brlCents: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(99_999_999_99)),
  }),
  /** A TED of the customer with this e-mail address, or of another person with its reference. */
  v.object({
    do: v.picklist(['ted', 'ted-other']),
    email: v.pipe(v.string(), v.maxLength(254)),
    brlCents: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(99_999_999_99)),
  }),
]);
export type BankRequest = v.InferOutput<typeof BankRequest>;
/** How many payments the callback told of, and how many of them changed something. */
export const BankReply = v.object({ told: v.number(), applied: v.number() });
export type BankReply = v.InferOutput<typeof BankReply>;

/** GET /api/dev/bank: the newest charges and payments of all customers. */
export const Bank = v.object({
  charges: v.array(
    v.object({
      txid: v.string(),
      email: v.string(),
      state: v.picklist(BRL_DEPOSIT_STATES),
      usdCents: Cents,
      brlCents: Cents,
      expiresAt: IsoTime,
    }),
  ),
  payments: v.array(
    v.object({
      id: v.string(),
      method: v.picklist(BRL_METHODS),
      email: v.nullable(v.string()),
      brlCents: Cents,
      state: v.picklist(BRL_PAYMENT_STATES),
      reason: v.nullable(v.picklist(REFUND_REASONS)),
      paidAt: IsoTime,
    }),
  ),
});
export type Bank = v.InferOutput<typeof Bank>;
