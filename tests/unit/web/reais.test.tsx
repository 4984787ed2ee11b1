// A deposit in reais on the page: what is typed against the rules of the exchange, the time of the rate, and every line with its label.

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import fc from 'fast-check';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { describe, expect, it, test } from 'vitest';
import { queryKeys } from '../../../web/api/keys.ts';
import { methodsFor } from '../../../web/features/trading/deposit-methods.tsx';
import { PixCharge } from '../../../web/features/trading/pix-charge.tsx';
import { exchangeOf, readReais, typedInOther } from '../../../web/features/trading/reais.ts';
import type { ReaisTransaction } from '../../../web/features/trading/reais-method.ts';
import { ReaisReceipt } from '../../../web/features/trading/receipt-reais.tsx';
import { TakenBackRows } from '../../../web/features/trading/receipt-rows.tsx';
import { Receipt } from '../../../web/features/trading/receipt.tsx';
import { TedAccount } from '../../../web/features/trading/ted-account.tsx';
import { codeEndsAt } from '../../../web/features/trading/use-deposit-flow.ts';
import { decimalInputText } from '../../../web/i18n/parse-decimal.ts';
import type { BrlDeposit, BrlTerms } from '../../../worker/contract/pix.ts';
import { DEPOSIT_MAX_CENTS, DEPOSIT_MIN_CENTS } from '../../../worker/domain/limits.ts';
import { reaisCost } from '../../../worker/domain/pix.ts';

const FREE = { rateE4: 53_063, spreadBasisPoints: 0, iofBasisPoints: 0 };
const TAXED = { rateE4: 53_063, spreadBasisPoints: 50, iofBasisPoints: 110 };
const usd = (text: string) => ({ text, currency: 'USD' as const });
const brl = (text: string) => ({ text, currency: 'BRL' as const });

describe('a deposit in reais as typed', () => {
  it('in dollars is exact, and its reais are up to the centavo', () => {
    expect(readReais(usd('250'), 'pt-BR', FREE)).toEqual({
      ok: true,
      usdCents: 25_000,
      cost: { exchangeBrlCents: 132_658, spreadBrlCents: 0, iofBrlCents: 0, brlCents: 132_658 },
      leftBrlCents: 0,
      request: { amountCents: 25_000 },
    });
  });

  it('in reais is the most that is paid, spread and tax included', () => {
    const read = readReais(brl('1.348,00'), 'pt-BR', TAXED);
    if (!read.ok) throw new Error(read.problem);
    expect(read.request).toEqual({ brlCents: 134_800 });
    expect(read.cost).toEqual(reaisCost(read.usdCents, TAXED.rateE4, TAXED));
    expect(read.leftBrlCents).toBe(134_800 - read.cost.brlCents);
    expect(read.leftBrlCents).toBeGreaterThanOrEqual(0);
    expect(reaisCost(read.usdCents + 1, TAXED.rateE4, TAXED).brlCents).toBeGreaterThan(134_800);
  });

  it.each([
    [usd(''), FREE, 'empty'],
    [usd('R$ 500'), FREE, 'unit'],
    [usd('99,99'), FREE, 'DepositBelowMinimum'],
    [usd('100.000,01'), FREE, 'DepositAboveMaximum'],
    [brl('530,62'), FREE, 'DepositBelowMinimum'],
    [brl('530,63'), TAXED, 'DepositBelowMinimum'],
    [brl('9.999.999.999.999'), FREE, 'range'],
    [brl('1,001'), FREE, 'decimals'],
    [usd('250'), null, 'rate'],
  ] as const)('%j is refused', (input, exchange, problem) => {
    expect(readReais(input, 'pt-BR', exchange)).toEqual({ ok: false, problem });
  });

  it('in the other currency is the same deposit, there and back, at any rate and tariff', () => {
    const exchanges = fc.record({
      rateE4: fc.integer({ min: 10_000, max: 200_000 }),
      spreadBasisPoints: fc.integer({ min: 0, max: 1_000 }),
      iofBasisPoints: fc.integer({ min: 0, max: 2_500 }),
    });
    fc.assert(
      fc.property(
        fc.integer({ min: DEPOSIT_MIN_CENTS, max: DEPOSIT_MAX_CENTS }),
        exchanges,
        fc.constantFrom('pt-BR' as const, 'en' as const),
        (usdCents, exchange, locale) => {
          const dollars = usd(decimalInputText(locale, usdCents, 2, 2));
          const reais = typedInOther(locale, dollars, 'BRL', exchange);
          expect(readReais(reais, locale, exchange)).toMatchObject({ ok: true, usdCents });
          expect(typedInOther(locale, reais, 'USD', exchange)).toEqual(dollars);
        },
      ),
    );
    expect(typedInOther('pt-BR', usd('muito'), 'BRL', FREE)).toEqual(brl('muito'));
  });
});

test('reais come first in Portuguese and for who counts in reais, last in English with dollars, and nowhere where no gateway takes them', () => {
  const dollars = ['bank_transfer', 'wire', 'debit_card'];
  for (const currency of ['BRL', 'USD'] as const) {
    expect(methodsFor('pt-BR', currency, true)).toEqual(['pix', 'ted', 'wire', 'debit_card']);
    expect(methodsFor('pt-BR', currency, false)).toEqual(dollars);
    expect(methodsFor('en', currency, false)).toEqual(dollars);
  }
  expect(methodsFor('en', 'USD', true)).toEqual([...dollars, 'pix', 'ted']);
  expect(methodsFor('en', 'BRL', true)).toEqual(['pix', 'ted', ...dollars]);
});

const PAYLOAD =
  '00020101021226820014br.gov.bcb.pix2560pix.onca.example/qr/v2/cobv/7d9f0335e2b94f1c9a6a4e0f6c3b2a1852040000530398654071326.585802BR5912ONCA SANDBOX6009SAO PAULO62070503***63047AD0';
const CHARGE: BrlDeposit = {
  id: '7d9f0335-e2b9-4f1c-9a6a-4e0f6c3b2a18',
  method: 'pix',
  state: 'active',
  usdCents: 25_000,
  brlCents: 132_658,
  exchangeBrlCents: 132_658,
  spreadBrlCents: 0,
  iofBrlCents: 0,
  rateE4: 53_063,
  rateAsOf: '2026-11-20T14:59:58.000Z',
  spreadBasisPoints: 0,
  iofBasisPoints: 0,
  legalBasis: null,
  fromDay: null,
  payload: PAYLOAD,
  createdAt: '2026-11-20T15:00:00.000Z',
  expiresAt: '2026-11-20T15:15:00.000Z',
  paidAt: null,
  endToEndId: null,
  isPayerUnknown: false,
  refunds: [],
  gateway: 'sandbox',
};
const DEPOSIT: ReaisTransaction = {
  id: CHARGE.id,
  type: 'deposit',
  metal: null,
  ouncesE4: null,
  priceCents: null,
  subtotalCents: 25_000,
  feeCents: 0,
  totalCents: 25_000,
  realisedGainCents: null,
  status: 'completed',
  method: 'pix',
  gateway: 'sandbox',
  notes: null,
  createdAt: CHARGE.createdAt,
  settledAt: CHARGE.createdAt,
};

test('the time of a rate begins with the asking, whatever the clocks say', () => {
  expect(codeEndsAt(CHARGE, 5_000)).toBe(905_000);
});

function draw(part: ReactNode, client = new QueryClient()): string {
  return renderToStaticMarkup(
    <MemoryRouter initialEntries={['/dashboard']}>
      <QueryClientProvider client={client}>{part}</QueryClientProvider>
    </MemoryRouter>,
  ).replaceAll('\u00A0', ' ');
}

/** The lines of a receipt or a price: label and value, without tags. */
function linesIn(html: string): Record<string, string> {
  const bare = (text: string) => text.replaceAll(/<[^>]+>/gu, '').trim();
  return Object.fromEntries(
    [...html.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/gu)].map(([, label = '', value = '']) => [
      bare(label),
      bare(value),
    ]),
  );
}

test('the receipt of a charge-back says the part and the sum, in the currency that was paid', () => {
  const of = { currency: 'BRL', paidCents: 132_658, takenCents: 50_000, partCents: 20_000 } as const;
  expect(linesIn(draw(<TakenBackRows of={of} />))).toEqual({
    'Tomado desta vez': 'R$ 200,00 de R$ 1.326,58',
    'Tomado de volta pelo banco ao todo': 'R$ 500,00 de R$ 1.326,58',
  });
  // The deposit itself has the sum alone, and a charge-back of everything is its own sum.
  expect(Object.keys(linesIn(draw(<TakenBackRows of={{ ...of, partCents: null }} />)))).toHaveLength(1);
  expect(Object.keys(linesIn(draw(<TakenBackRows of={{ ...of, takenCents: 20_000 }} />)))).toHaveLength(1);
});

const nothing = () => undefined;
const charge = (deposit: Partial<BrlDeposit>, endsAt = Date.now() + 899_500) =>
  draw(<PixCharge deposit={{ ...CHARGE, ...deposit }} endsAt={endsAt} onAgain={nothing} onClose={nothing} />);

describe('a code to pay', () => {
  it('shows text, picture, the time left in minutes, and each line, simulated where nothing is set', () => {
    const html = charge({});
    expect(html).toContain(`<code>${PAYLOAD}</code>`);
    expect(html).toContain('aria-label="QR code do PIX"');
    expect(html).toMatch(/15:00|14:59/u);
    expect(html).toContain('conta com o seu próprio CPF');
    expect(html).toContain('nenhum dinheiro de verdade');
    expect(linesIn(html)).toEqual({
      'Creditado no saldo': 'US$250,00',
      'Dólares a R$ 5,3063': 'R$1.326,58',
      'Spread, 0% (simulado)': 'R$0,00',
      'IOF, 0% (simulado)': 'R$0,00',
      'Total a pagar': 'R$1.326,58',
    });
  });

  it('says the rule of the tax and its day once there is one', () => {
    const { exchangeBrlCents, spreadBrlCents, iofBrlCents, brlCents } = reaisCost(25_000, 53_063, TAXED);
    const cost = { exchangeBrlCents, spreadBrlCents, iofBrlCents, brlCents };
    const law = { legalBasis: 'Decreto 6.306/2007, art. 15-B', fromDay: '2026-10-01' };
    const html = charge({ ...cost, ...law, spreadBasisPoints: 50, iofBasisPoints: 110 });
    expect(html).toContain('IOF: Decreto 6.306/2007, art. 15-B, desde 1 de out. de 2026.');
    expect(html).not.toContain('simulado');
    const lines = linesIn(html);
    expect(lines['Spread, 0,5%']).toBe('R$6,64');
    expect(lines['IOF, 1,1%']).toBe('R$14,67');
  });

  it('takes the code away when the time is up, and says what becomes of money that is under way', () => {
    const html = charge({}, Date.now() - 1);
    expect(html).not.toContain(PAYLOAD);
    expect(html).toContain('O tempo do câmbio acabou.');
    expect(html).toContain('o que for pago depois é devolvido');
    expect(linesIn(html)['Seria pago']).toBe('R$1.326,58');
    expect(charge({ state: 'expired' })).toContain('O código venceu.');
  });

  it.each([
    ['other-payer', 'outro CPF ou CNPJ'],
    ['wrong-amount', 'não era o do código'],
    ['late', 'depois do prazo'],
    ['twice', 'já estava pago'],
  ] as const)('says why a payment goes back: %s', (reason, words) => {
    const refund = { brlCents: 132_558, paidAt: CHARGE.createdAt, reason };
    const onItsWay = charge({ refunds: [{ ...refund, returnedAt: null }] });
    expect(onItsWay).toContain('R$ 1.325,58 estão sendo devolvidos.');
    expect(onItsWay).toContain(words);
    expect(charge({ refunds: [{ ...refund, returnedAt: CHARGE.createdAt }] })).toContain(
      'foram devolvidos em',
    );
  });
});

test('a TED says its account and reference line by line, and that its rate is not locked', () => {
  const terms: BrlTerms = {
    gateway: 'sandbox',
    rate: { e4: 53_063, asOf: CHARGE.rateAsOf },
    spreadBasisPoints: 0,
    iofBasisPoints: 0,
    legalBasis: null,
    fromDay: null,
    lockMs: 900_000,
    open: { charges: 0, maxCharges: 3, lockedCents: 0, maxLockedCents: 5_000_000 },
    needsCpf: false,
    ted: {
      holder: 'Onça',
      cnpj: '12.345.678/0001-95',
      bank: '999',
      branch: '0001',
      number: '12345-6',
      reference: 'ONCA7D9F',
    },
  };
  const html = draw(<TedAccount terms={terms} onBack={nothing} onClose={nothing} />);
  expect(Object.keys(linesIn(html))).toEqual(['Favorecido', 'CNPJ', 'Banco', 'Agência', 'Conta', 'Código']);
  expect(linesIn(html)['Código']).toContain('ONCA7D9F');
  expect(html).toContain('O câmbio não fica travado.');
  expect(html).toContain('De US$ 100 (hoje R$ 530,63) a US$ 100.000 (hoje R$ 530.630,00) por TED');
  expect(exchangeOf({ ...terms, rate: null })).toBeNull();
});

describe('the receipt of a deposit in reais', () => {
  const receiptOf = (over: Partial<BrlDeposit>, transaction: Partial<ReaisTransaction>, own = true) => {
    const client = new QueryClient();
    client.setQueryData(queryKeys.reaisDeposit(CHARGE.id), { ...CHARGE, ...over });
    return draw(<ReaisReceipt transaction={{ ...DEPOSIT, ...transaction }} own={own} />, client);
  };
  const paid = {
    state: 'paid',
    paidAt: CHARGE.createdAt,
    endToEndId: 'E12345678202611241500ABCDEFGHIJK',
  } as const;

  it('has reais, rate, lines and the identifier of the payment', () => {
    const lines = linesIn(receiptOf(paid, {}));
    expect(lines).toMatchObject({
      Meio: 'PIX',
      'Creditado no saldo': 'US$250,00',
      'Dólares a R$ 5,3063': 'R$1.326,58',
      'IOF, 0% (simulado)': 'R$0,00',
      'Total pago': 'R$1.326,58',
      'Identificador do pagamento': paid.endToEndId,
    });
  });

  it('leads with the dollars that were credited, and has the rate that was locked, whatever the rate of its time', () => {
    const client = new QueryClient();
    client.setQueryData(queryKeys.reaisDeposit(CHARGE.id), { ...CHARGE, ...paid });
    const html = draw(
      <Receipt transaction={DEPOSIT} portfolio={null} replayed={false} actions={null} />,
      client,
    );
    expect(html).toMatch(/class="receipt-figure"[^>]*>US\$ 250,00</u);
    expect(linesIn(html)['Câmbio']).toContain('R$ 5,3063');
  });

  it('shows others the dollars alone', () => {
    const html = receiptOf(paid, {}, false);
    expect(linesIn(html)).toMatchObject({ 'Creditado no saldo': 'US$250,00' });
    expect(html).not.toContain('1.326,58');
    expect(html).not.toContain(paid.endToEndId);
  });

  it('shows the code again as long as it can be paid, and no longer', () => {
    const later = new Date(Date.now() + 60_000).toISOString();
    const open = receiptOf({ expiresAt: later }, { status: 'pending' });
    expect(open.includes(PAYLOAD)).toBe(true);
    expect(receiptOf({}, { status: 'pending' }).includes(PAYLOAD)).toBe(false);
    expect(receiptOf({ state: 'expired' }, { status: 'failed' })).toContain('Nada foi creditado.');
  });

  it('says that it is contested, and that it was sent back', () => {
    expect(receiptOf({ ...paid, state: 'contested' }, {})).toContain('pediu este dinheiro de volta');
    expect(receiptOf({ ...paid, state: 'refunded' }, {})).toContain(
      'contestado pelo banco de quem pagou e devolvido',
    );
  });
});
