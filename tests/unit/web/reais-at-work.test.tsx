// Payments in reais under operators' eyes: what is said of each, and who is offered to send one back.

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { ContestedCard } from '../../../web/features/operators/deposits/contested-card.tsx';
import { HandRefundsCard } from '../../../web/features/operators/deposits/hand-refunds-card.tsx';
import { reaisQuery } from '../../../web/features/operators/deposits/queries.ts';
import { ReaisCard } from '../../../web/features/operators/deposits/reais-card.tsx';
import { OperatorContext } from '../../../web/features/operators/frame/may.tsx';
import type { ContestedReais, ReaisAtWork, ReaisPayment } from '../../../worker/contract/operators/reais.ts';
import type { OperatorRole } from '../../../worker/domain/operator-roles.ts';
import { REFUND_REASONS } from '../../../worker/domain/pix.ts';

const AT = '2026-11-22T12:00:00.000Z';
const ANA = { id: 'c1', name: 'Ana Prado', email: 'ana@example.com' };
const UNKNOWN: ReaisPayment = {
  gateway: 'sandbox',
  id: 'E00000000202611221200abcdefghijk',
  method: 'pix',
  brlCents: 123_456,
  state: 'unknown',
  reason: null,
  customer: null,
  depositId: null,
  attempt: 1,
  paidAt: AT,
  receivedAt: AT,
  refusedAt: null,
  nextTryAt: null,
  heldAt: null,
  heldBy: null,
};
const REFUNDING: ReaisPayment = {
  ...UNKNOWN,
  id: 'T1',
  method: 'ted',
  state: 'refunding',
  reason: 'other-payer',
  customer: ANA,
  attempt: 2,
};
const CONTESTED: ContestedReais = {
  depositId: 'd1',
  customer: ANA,
  usdCents: 25_000,
  brlCents: 132_658,
  contestedAt: AT,
  takenBackAt: null,
  takenBrlCents: null,
};

function draw(
  role: OperatorRole,
  { payments = [], contested = [], byHand = [] }: Partial<ReaisAtWork>,
): string {
  const client = new QueryClient();
  client.setQueryData(reaisQuery().queryKey, {
    pages: [{ payments, contested, byHand, nextCursor: null }],
    pageParams: [null],
  });
  return renderToStaticMarkup(
    <MemoryRouter>
      <QueryClientProvider client={client}>
        <OperatorContext value={{ isAdmin: true, hasFactor: true, tier: 'standard', roles: [role] }}>
          <ReaisCard onAsk={() => undefined} />
          <HandRefundsCard onAsk={() => undefined} />
          <ContestedCard onView={() => undefined} />
        </OperatorContext>
      </QueryClientProvider>
    </MemoryRouter>,
  ).replaceAll('\u00a0', ' ');
}
const read = (html: string): string => html.replaceAll(/<[^>]+>/gu, ' ').replaceAll(/\s+/gu, ' ');

test.each([
  ['treasury', true],
  ['compliance', true],
  ['owner', true],
  ['support', false],
  ['auditor', false],
] as const)('%s reads a payment of unknown owner, and may send it back: %s', (role, may) => {
  const html = draw(role, { payments: [UNKNOWN] });
  expect(read(html)).toMatch(
    /E00000000202611221200abcdefghijk .*PIX, sandbox, sem dinheiro de verdade R\$ 1\.234,56 .*Sem dono/u,
  );
  expect(html.includes(`aria-label="Devolver R$ 1.234,56, ${UNKNOWN.id}"`)).toBe(may);
  expect(read(html)).toContain('1 pagamento');
});

test('what goes back says why, whose it was meant to be and which attempt it is, and is not sent back again', () => {
  const html = draw('owner', { payments: [REFUNDING] });
  expect(read(html)).toMatch(/TED, sandbox, .*Em devolução de outro CPF ou CNPJ tentativa 2 Ana Prado/u);
  expect(html).toContain('/admin/customer?id=c1');
  expect(html).not.toContain('Devolver');
});

test.each(REFUND_REASONS)('%s has words of its own', (reason) => {
  const said = (of: ReaisPayment['reason']) =>
    read(draw('owner', { payments: [{ ...REFUNDING, reason: of }] }));
  expect(said(reason)).not.toContain(`reasons.${reason}`);
  expect(said(reason)).not.toBe(said(null));
});

test('a contested deposit leads to its customer and to itself, and says whether the bank has taken it', () => {
  const html = draw('compliance', { contested: [CONTESTED] });
  expect(html).toContain('aria-label="Abrir o depósito de US$ 250,00, Ana Prado"');
  expect(html).toContain('/admin/customer?id=c1');
  expect(read(html)).toMatch(/US\$ 250,00 R\$ 1\.326,58 Ana Prado .*Pedido de volta/u);
  const taken = { ...CONTESTED, takenBackAt: AT, takenBrlCents: 10_000 };
  expect(read(draw('treasury', { contested: [taken] }))).toMatch(/Tomado de volta R\$ 100,00/u);
  // Treasury may not open customers.
  expect(draw('treasury', { contested: [CONTESTED] })).not.toContain('/admin/customer');
});

test('nothing that waits is said once, and a card of nothing is not drawn', () => {
  const text = read(draw('owner', {}));
  expect(text).toContain('Nenhum pagamento em reais espera');
  expect(text).not.toContain('Contestados');
});

const HELD: ReaisPayment = {
  ...REFUNDING,
  attempt: 3,
  refusedAt: AT,
  heldAt: AT,
  heldBy: 'olga@onca.example',
};
const BY_HAND: ReaisAtWork['byHand'][number] = {
  id: 'h1',
  gateway: 'sandbox',
  paymentId: 'T1',
  brlCents: 123_456,
  reference: 'TED 4711',
  reason: 'The account was closed.',
  state: 'open',
  proposedBy: 'olga@onca.example',
  proposedAt: AT,
  decidedBy: null,
  decidedAt: null,
  mine: false,
  waitsForMe: true,
  bankSaidAt: null,
  answeredAt: null,
  answeredBy: null,
  answer: null,
};

test('what the bank refuses is held, released, and recorded as returned by hand', () => {
  const refused = draw('treasury', { payments: [{ ...REFUNDING, refusedAt: AT, nextTryAt: AT }] });
  expect(read(refused)).toMatch(/tentativa 2 recusado pelo banco .*próxima tentativa /u);
  expect(refused).toContain('aria-label="Segurar a devolução de R$ 1.234,56, T1"');
  expect(read(refused)).not.toContain('Devolvidos manualmente');
  const held = draw('treasury', { payments: [HELD] });
  expect(read(held)).toMatch(/segurado por olga@onca\.example/u);
  expect(held).toContain('aria-label="Liberar a devolução de R$ 1.234,56, T1"');
  expect(read(held)).toContain('Registrar o que foi devolvido no banco');
  // Who only reads is offered nothing.
  expect(read(draw('auditor', { payments: [HELD] }))).not.toMatch(/Liberar|Registrar o que/u);
});

test('a refund by hand waits for another, and one that went twice for an answer', () => {
  const waiting = read(draw('treasury', { payments: [HELD], byHand: [BY_HAND] }));
  expect(waiting).toMatch(/espera outro operador .*T1, sandbox .*TED 4711 .*Contabilizar/u);
  // One at a time for a payment.
  expect(waiting).not.toContain('Registrar o que foi devolvido no banco');
  const booked = { ...BY_HAND, state: 'approved', waitsForMe: false, bankSaidAt: AT } as const;
  expect(read(draw('treasury', { byHand: [booked] }))).toMatch(
    /voltou duas vezes\. Registrar o que foi feito/u,
  );
  // Also of one that nobody booked, because the bank was first.
  for (const state of ['approved', 'rejected', 'withdrawn'] as const) {
    const answer = { answeredAt: AT, answeredBy: 'rui@onca.example', answer: 'The payer sent it back.' };
    const answered = read(draw('treasury', { byHand: [{ ...booked, state, ...answer }] }));
    expect(answered).toMatch(/voltou duas vezes\. .*por rui@onca\.example: The payer sent it back\./u);
    expect(answered).not.toContain('Registrar o que foi feito');
  }
});
