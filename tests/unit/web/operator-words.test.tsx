// What operators stumbled over, as the pages say it now: literally, and not as the files of texts happen to say.

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { describe, expect, test } from 'vitest';
import enDashboard from '../../../locales/en/dashboard.json' with { type: 'json' };
import enOperators from '../../../locales/en/operators.json' with { type: 'json' };
import enTransactions from '../../../locales/en/transactions.json' with { type: 'json' };
import ptDashboard from '../../../locales/pt-BR/dashboard.json' with { type: 'json' };
import ptTransactions from '../../../locales/pt-BR/transactions.json' with { type: 'json' };
import { queryKeys } from '../../../web/api/keys.ts';
import { LineFacts } from '../../../web/features/operators/audit/line-dialog.tsx';
import { Subject } from '../../../web/features/operators/audit/subject.tsx';
import { CustomerFacts } from '../../../web/features/operators/customers/customer-panel.tsx';
import { CustomerStats } from '../../../web/features/operators/customers/customer-stats.tsx';
import { useCardName } from '../../../web/features/operators/images/card-names.ts';
import { OperationFacts } from '../../../web/features/operators/ledger/operation-dialog.tsx';
import { ledgerTransactionsQuery } from '../../../web/features/operators/ledger/queries.ts';
import { QuoteOrigin } from '../../../web/features/operators/ledger/quote-origin.tsx';
import { LedgerTransactionsCard } from '../../../web/features/operators/ledger/transactions-card.tsx';
import { PriceSourcesStats } from '../../../web/features/operators/price-sources/status.tsx';
import type { AuditLogLine } from '../../../worker/contract/operators/audit-log.ts';
import type { CustomerDetails, CustomerStatistics } from '../../../worker/contract/operators/customers.ts';
import type { LedgerOperation, LedgerTransaction } from '../../../worker/contract/operators/ledger.ts';
import type { FeedReport } from '../../../worker/contract/operators/price-feed.ts';

const AT = '2026-11-22T12:00:00.000Z';
const CUSTOMER = { id: 'c1', name: 'Ana Prado', email: 'ana@example.com' };

const draw = (part: ReactNode, client = new QueryClient()): string =>
  renderToStaticMarkup(
    <MemoryRouter initialEntries={['/admin']}>
      <QueryClientProvider client={client}>{part}</QueryClientProvider>
    </MemoryRouter>,
  ).replaceAll('\u00a0', ' ');

/** What is read on the screen. */
const read = (part: ReactNode, client?: QueryClient): string =>
  draw(part, client)
    .replaceAll(/<[^>]+>/gu, ' ')
    .replaceAll(/\s+/gu, ' ');

describe('a line of the audit log', () => {
  const LINE: AuditLogLine = {
    seq: 12,
    id: 'a1',
    at: AT,
    actorId: 'o1',
    actor: 'admin@onca.example',
    action: 'customer.suspended',
    subjectKind: 'customer',
    subjectId: 'c1',
    subjectEmail: 'ana@example.com',
    device: 'Firefox, Linux',
    place: 'Curitiba, BR',
    address: '203.0.113.7',
    before: '{"status":"active","tier":"standard"}',
    after: '{"status":"suspended","tier":"premium"}',
    note: 'Estorno do cartão',
    hash: 'f'.repeat(64),
  };

  test('says what changed in words, the field once, before and after on one line', () => {
    const text = read(<LineFacts line={LINE} />);
    expect(text).toMatch(/Situação ativo passou a suspenso/u);
    expect(text).toMatch(/Nível padrão passou a premium/u);
    expect(text).not.toMatch(/active|suspended|standard/u);
    const html = draw(<LineFacts line={LINE} />);
    // One cell: both values stand in the same dd.
    expect(html).toMatch(
      /<dd[^>]*><span class="audit-before">ativo<\/span>(?:(?!<\/dd>).)*<b>suspenso<\/b><\/dd>/u,
    );
  });

  test('says from which network address, and that none is known', () => {
    expect(read(<LineFacts line={LINE} />)).toContain('Endereço IP 203.0.113.7');
    expect(read(<LineFacts line={{ ...LINE, address: null }} />)).toContain('Endereço IP não informado');
  });

  test.each([
    ['quotes', 'Preços Negociação'],
    ['sources', 'Preços Fontes'],
  ])('about the feed says %s as "%s"', (subjectId, words) => {
    const line = { ...LINE, subjectKind: 'feed', subjectId, subjectEmail: null } as const;
    expect(read(<Subject line={line} />).trim()).toBe(words);
  });
});

describe('the ledger', () => {
  const TRANSACTION: LedgerTransaction = {
    operationId: 'op1',
    transactionId: 'tx1',
    customer: CUSTOMER,
    type: 'buy',
    reversedType: null,
    metal: 'gold',
    ouncesE4: 1_130,
    totalCents: 49_974,
    settledAt: AT,
    reversed: false,
    proposed: false,
  };
  const card = () => {
    const client = new QueryClient();
    const query = ledgerTransactionsQuery({ period: '30d', type: 'all', order: 'newest', find: '' });
    client.setQueryData(query.queryKey, {
      pages: [{ movements: [TRANSACTION], nextCursor: null }],
      pageParams: [null],
    });
    return (
      <QueryClientProvider client={client}>
        <LedgerTransactionsCard onOpen={() => undefined} />
      </QueryClientProvider>
    );
  };

  test('is a list by time until it is asked for the largest, and says which of both it is', () => {
    const html = draw(card());
    expect(html).toMatch(/<th[^>]*aria-sort="descending"[^>]*>(?:(?!<\/th>).)*Data/u);
    expect(html.match(/aria-sort=/gu)).toHaveLength(1);
    expect(read(card())).toContain('Movimentações');
    expect(read(card())).not.toContain('Maiores movimentações');
    expect(read(card())).toMatch(/Mais novas primeiro Maiores primeiro/u);
    expect(read(card())).toContain('Ana Prado');
  });

  test('says of a trade at what price, from whom and of when', () => {
    const operation = {
      operationId: 'op1',
      kind: 'trade',
      initiator: 'customer',
      createdAt: AT,
      customer: CUSTOMER,
      transaction: {
        id: 'tx1',
        type: 'buy',
        metal: 'gold',
        ouncesE4: 1_130,
        priceCents: 440_049,
        subtotalCents: 49_725,
        feeCents: 249,
        totalCents: 49_974,
        realisedGainCents: null,
        status: 'completed',
        method: null,
        gateway: null,
        notes: null,
        createdAt: AT,
        settledAt: AT,
      },
      quote: null,
      entries: [],
      reverses: null,
      reversedBy: null,
      proposals: [],
      reversal: null,
    } satisfies LedgerOperation;
    expect(read(<OperationFacts operation={operation} onOpen={() => undefined} />)).toContain(
      'Preço por onça US$ 4.400,49',
    );
    const quote: NonNullable<LedgerOperation['quote']> = {
      id: 'q1',
      evidence: {
        seq: 4_711,
        kind: 'spot',
        asOf: AT,
        observations: [{ source: 'gold-api', midCents: 440_049, at: '2026-11-22T11:59:58.000Z' }],
      },
    };
    const origin = read(<QuoteOrigin quote={quote} />);
    expect(origin).toContain('De onde veio o preço');
    expect(origin).toContain('Sequência 4.711');
    expect(origin).toMatch(/gold-api 4\.400,49 .*11:59:58/u);
    expect(read(<QuoteOrigin quote={{ id: 'q1', evidence: null }} />)).toContain('Não ficou guardado');
  });
});

describe('the cards above the customers', () => {
  const STATS: CustomerStatistics = {
    asOf: AT,
    pricesAsOf: AT,
    users: 2_001,
    active: 1_615,
    inactive: 380,
    suspended: 6,
    listed: { all: 2_004, active: 1_617, inactive: 381, suspended: 6 },
    aumCents: 3_248_171_100,
    averageCents: 1_623_274,
  };
  const client = new QueryClient();
  client.setQueryData(queryKeys.operators('stats'), STATS);
  const text = read(<CustomerStats />, client);

  test('say each number once: the inactive and the suspended beside all, the share beside the active', () => {
    expect(text).toMatch(/Clientes 2\.001 380 inativos, 6 suspensos/u);
    expect(text).toMatch(/Clientes ativos 1\.615 80,7% do total/u);
    expect(text.match(/1\.615/gu)).toHaveLength(1);
  });

  test('write all amounts in one way', () => {
    expect(text).toContain('US$ 32,48 mi');
    expect(text).toContain('US$ 16.232,74');
    expect(enOperators.dashboard.stats.aumValue.replace('{{amount}}', '32.48')).toBe('US$32.48M');
  });
});

test.each([
  ['paused', 'Em pausa', 'warning'],
  ['stale', 'Atrasada', 'warning'],
  ['unsettled', 'Em verificação', 'warning'],
  [null, 'Ao vivo', null],
  ['closed', 'Mercado fechado', null],
] as const)(
  'a feed that is %s reads "%s", with a colour where somebody has to act',
  (reason, words, tone) => {
    const report: FeedReport = {
      at: AT,
      seq: 1,
      kind: 'spot',
      pollMs: 2_000,
      marketOpen: true,
      opensAt: null,
      quotable: reason === null,
      reason,
      paused: null,
      sources: [],
      notUsed: [],
      series: [],
      refused: [],
      troubles: [],
    };
    const html = draw(<PriceSourcesStats report={report} now={Date.parse(AT)} />);
    const [, attributes] = new RegExp(`<dd([^>]*)>${words}</dd>`, 'u').exec(html) ?? [];
    expect(/data-tone="(\w+)"/u.exec(attributes ?? 'not drawn')?.[1] ?? null).toBe(tone);
    expect(attributes).toBeDefined();
  },
);

test('a card is called what visitors read on it, then as in the catalogue', () => {
  function Name({ card }: { readonly card: Parameters<ReturnType<typeof useCardName>>[0] }) {
    return useCardName()(card);
  }
  expect(read(<Name card="trust" />)).toBe('Recibo de tudo (Confiança e transparência)');
  expect(read(<Name card="security" />)).toBe('Livro que fecha (Segurança)');
  expect(read(<Name card="liquidity" />)).toBe('Saída simples (Liquidez)');
});

test('the telephone number in the details of a customer is called, and read as one', () => {
  const user: CustomerDetails = {
    id: 'c1',
    email: 'ana@example.com',
    fullName: 'Ana Prado',
    createdAt: AT,
    lastActiveAt: AT,
    status: 'active',
    isOperator: false,
    valueCents: 1_000,
    pendingCents: 0,
    phone: '5547937243085',
    tier: 'standard',
    currency: 'BRL',
    cashCents: 1_000,
    holdings: [],
    secondFactors: { app: false, passkeys: 0 },
    openSessions: 1,
    suspension: null,
    proposals: [],
    freeze: null,
    level: 1,
    closing: null,
    isSelf: false,
  };
  expect(draw(<CustomerFacts user={user} />)).toMatch(
    /<a [^>]*href="tel:\+5547937243085"[^>]*>\+55 \(47\) 93724-3085<\/a>/u,
  );
});

describe('a customer’s dashboard under an operator’s eyes', () => {
  /** The texts of the cards that the operator sees too; those of the customer alone are left out. */
  const shared = ({ portfolio, portfolioChart }: typeof ptDashboard, transactions: typeof ptTransactions) => {
    const { holdings, ...cards } = portfolio;
    const { title: _, empty, ...rest } = holdings;
    return JSON.stringify([cards, rest, empty.titleRead, empty.textRead, portfolioChart, transactions]);
  };

  test('speaks to nobody as if the money were theirs', () => {
    expect(shared(ptDashboard, ptTransactions)).not.toMatch(
      /(?<!\p{L})(?:su[ao]s?|seus?|você)(?!\p{L})(?! recibo)/iu,
    );
    expect(shared(enDashboard, enTransactions)).not.toMatch(/\byou(?:rs?)?\b/iu);
    expect(ptDashboard.portfolioChart.summary.plain).toContain('a carteira foi de {{start}} a {{end}}');
    expect(enDashboard.portfolioChart.summary.plain).toContain(
      'the portfolio went from {{start}} to {{end}}',
    );
  });
});
