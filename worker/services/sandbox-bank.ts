// The bank of the sandbox, on a developer's machine alone: payments in reais that nobody made, told of by the sandbox's own signed
// callback, so that each goes the way of a real one.

import { openIdentity } from '../auth/identity-sealing.ts';
import type { Bank, BankAction, BankReply, BankRequest, PixCallback, TedCallback } from '../contract/pix.ts';
import type { Refusal } from '../contract/problems.ts';
import { findCharge, findCreditedPayment, type StoredBrlDeposit } from '../db/brl-deposits.ts';
import { findSealedCpf, listBankCharges, listBankPayments } from '../db/sandbox-bank.ts';
import { tedReference } from '../domain/pix.ts';
import { err, type Result } from '../domain/result.ts';
import { iso } from '../domain/time.ts';
import { signCallback } from './gateway-signature.ts';
import { gatewaysOf } from './payment-gateway.ts';
import { SANDBOX } from './payment-gateway-sandbox.ts';
import { SANDBOX_ANOTHER_HOLDER, SANDBOX_ISPB } from './payout-gateway-sandbox.ts';
import { valorOf } from './pix-callback.ts';
import type { MoneyDeps } from './price-source.ts';
import { receivePixCallback, receiveTedCallback } from './receive-reais.ts';
import { hasMailbox } from './read-mailbox.ts';
import type { CallbackRefusal } from './settle-deposit.ts';

/** Where there is a mailbox. */
export const hasBank = hasMailbox;

const SHOWN = 20;

type Pagador = { readonly cpf: string; readonly nome: string };
const ANOTHER: Pagador = { cpf: SANDBOX_ANOTHER_HOLDER.number, nome: SANDBOX_ANOTHER_HOLDER.name };

export async function readBank({ db }: Pick<MoneyDeps, 'db'>): Promise<Bank> {
  const [charges, payments] = await Promise.all([
    listBankCharges(db, SANDBOX, SHOWN),
    listBankPayments(db, SANDBOX, SHOWN),
  ]);
  return {
    charges: charges.map((charge) => Object.assign({}, charge, { expiresAt: iso(charge.expiresAt) })),
    payments: payments.map((payment) => Object.assign({}, payment, { paidAt: iso(payment.paidAt) })),
  };
}

export async function useBank(
  deps: MoneyDeps,
  request: BankRequest,
): Promise<Result<BankReply, CallbackRefusal | Refusal<'NotFound'>>> {
  switch (request.do) {
    case 'pay-unknown':
      return tellPix(deps, [received(deps, { brlCents: request.brlCents, pagador: ANOTHER })]);
    case 'ted':
    case 'ted-other': {
      const owner = await findSealedCpf(deps.db, { email: request.email.trim().toLowerCase() });
      const own = owner === null ? null : await pagadorOf(deps, owner);
      if (owner === null || own === null) return err({ code: 'NotFound' });
      const ted: TedCallback['ted'][number] = {
        id: deps.newId(),
        valor: valorOf(request.brlCents),
        horario: iso(deps.now()),
        texto: tedReference(owner.userId),
        pagador: request.do === 'ted' ? own : ANOTHER,
      };
      const body = JSON.stringify({ ted: [ted] } satisfies TedCallback);
      return receiveTedCallback(deps, gatewaysOf(deps.env), SANDBOX, await signed(deps, body));
    }
    default: {
      const charge = await findCharge(deps.db, { gateway: SANDBOX, txid: request.txid });
      const owner = charge === null ? null : await findSealedCpf(deps.db, { userId: charge.accountId });
      const own = owner === null ? null : await pagadorOf(deps, owner);
      if (charge === null || own === null) return err({ code: 'NotFound' });
      return tellPix(deps, await paymentsOf(deps, request.do, charge, own));
    }
  }
}

type Told = PixCallback['pix'][number];

async function paymentsOf(
  deps: MoneyDeps,
  action: BankAction,
  { id, txid, brlCents }: StoredBrlDeposit,
  own: Pagador,
): Promise<readonly Told[]> {
  const pay = (over: { readonly brlCents?: number; readonly pagador?: Pagador } = {}) =>
    received(deps, { txid: txid ?? undefined, brlCents, pagador: own, ...over });
  switch (action) {
    case 'pay':
      return [pay()];
    case 'pay-twice':
      return [pay(), pay()];
    case 'pay-less':
      return [pay({ brlCents: brlCents - 100 })];
    case 'pay-other':
      return [pay({ pagador: ANOTHER })];
    case 'contest': {
      const credited = await findCreditedPayment(deps.db, id);
      if (credited === null) return [];
      const valor = valorOf(credited.brlCents);
      const devolucoes = [
        {
          id: `D${credited.id.slice(1)}`,
          valor,
          natureza: 'MED_FRAUDE',
          status: 'EM_PROCESSAMENTO' as const,
        },
      ];
      return [{ ...pay(), endToEndId: credited.id, devolucoes }];
    }
  }
}

function received(
  deps: MoneyDeps,
  of: { readonly txid?: string | undefined; readonly brlCents: number; readonly pagador: Pagador },
): Told {
  const now = deps.now();
  const { txid, brlCents, pagador } = of;
  return {
    endToEndId: endToEndIdOf(now, deps.newId()),
    ...(txid === undefined ? {} : { txid }),
    valor: valorOf(brlCents),
    horario: iso(now),
    pagador: { ...pagador },
  };
}

/** As banks name payments: E, the bank, the minute, and eleven letters or digits. */
export const endToEndIdOf = (at: number, id: string): string =>
  `E${SANDBOX_ISPB}${iso(at)
    .replaceAll(/[^0-9]/gu, '')
    .slice(0, 12)}${id.replaceAll('-', '').slice(0, 11)}`;

async function tellPix(
  deps: MoneyDeps,
  pix: readonly Told[],
): Promise<Result<BankReply, CallbackRefusal | Refusal<'NotFound'>>> {
  // Nothing was paid that could be contested.
  if (pix.length === 0) return err({ code: 'NotFound' });
  const body = JSON.stringify({ pix: [...pix] } satisfies PixCallback);
  return receivePixCallback(deps, gatewaysOf(deps.env), SANDBOX, await signed(deps, body));
}

async function signed({ env, now }: MoneyDeps, body: string) {
  return { body, signature: await signCallback(env.GATEWAY_SECRET, body, now()) };
}

async function pagadorOf(
  { env }: MoneyDeps,
  { userId, sealed }: { readonly userId: string; readonly sealed: string },
): Promise<Pagador | null> {
  const identity = await openIdentity(env.PASSWORD_PEPPER, userId, sealed);
  return identity === null ? null : { cpf: identity.number, nome: identity.fullName };
}
