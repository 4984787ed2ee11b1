// The tariff of the exchange at /admin/tariff: how each stands, what can be typed, and what the card says of it.

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { describe, expect, test } from 'vitest';
import { ExchangeTariffsCard } from '../../../web/features/operators/tariff/exchange-cards.tsx';
import {
  readExchange,
  standingOf,
  type TypedExchange,
} from '../../../web/features/operators/tariff/typed-exchange.ts';
import type {
  ExchangeTariffProposal,
  ExchangeTariffsReport,
} from '../../../worker/contract/operators/reais.ts';
import operatorsWords from '#messages/operators.json' with { type: 'json' };
import words from '#messages/operators-tariff.json' with { type: 'json' };

const LAW = 'Decreto 6.306/2007, art. 15-B';
const proposal = (over: Partial<ExchangeTariffProposal>): ExchangeTariffProposal => ({
  id: 'now',
  fromDay: '2026-11-01',
  spreadBasisPoints: 50,
  iofBasisPoints: 110,
  legalBasis: LAW,
  state: 'announced',
  proposedBy: 'olga@onca.example',
  proposedAt: '2026-10-20T12:00:00.000Z',
  decidedBy: 'rui@onca.example',
  decidedAt: '2026-10-21T12:00:00.000Z',
  mine: false,
  waitsForMe: false,
  ...over,
});
const OPEN = { id: 'open', state: 'open', decidedBy: null, decidedAt: null } as const;
const { id, fromDay, spreadBasisPoints, iofBasisPoints, legalBasis } = proposal({});
const REPORT: ExchangeTariffsReport = {
  inForce: { id, fromDay, spreadBasisPoints, iofBasisPoints, legalBasis },
  tariffs: [
    proposal({ id: 'next', fromDay: '2026-12-01', iofBasisPoints: 350 }),
    proposal({}),
    proposal({ id: 'once', fromDay: '2026-10-25' }),
    proposal({ id: 'no', fromDay: '2026-12-24', state: 'rejected' }),
  ],
  earliest: '2026-11-24',
};

test('an announced one is in force, ahead of its day, or replaced', () => {
  expect(REPORT.tariffs.map((tariff) => standingOf(tariff, REPORT))).toEqual([
    'ahead',
    'inForce',
    'replaced',
    'rejected',
  ]);
  expect(standingOf(proposal(OPEN), REPORT)).toBe('open');
});

describe('what is typed', () => {
  const TYPED: TypedExchange = {
    fromDay: '2026-11-24',
    spread: '0,5',
    iof: '3,50 %',
    legalBasis: ` ${LAW} `,
  };
  const NO_FAULTS = { fromDay: null, spread: null, iof: null, legalBasis: null };

  test.each([
    ['pt-BR', TYPED],
    ['en', { ...TYPED, spread: '0.50', iof: '3.5' }],
  ] as const)('%s: is percent on the page and basis points in the request', (locale, typed) => {
    expect(readExchange(typed, REPORT, locale)).toEqual({
      request: { fromDay: '2026-11-24', spreadBasisPoints: 50, iofBasisPoints: 350, legalBasis: LAW },
      faults: NO_FAULTS,
    });
  });

  test.each([
    [{ spread: '0', iof: '0' }, {}],
    [{ spread: '10', iof: '25' }, {}],
    // A dropped one leaves its day free.
    [{ fromDay: '2026-12-24' }, {}],
    [{ fromDay: '' }, { fromDay: 'early' }],
    [{ fromDay: '2026-11-23' }, { fromDay: 'early' }],
    [{ fromDay: '2026-12-01' }, { fromDay: 'taken' }],
    [{ spread: '' }, { spread: 'number' }],
    [{ spread: '-1' }, { spread: 'number' }],
    [{ spread: '0,505' }, { spread: 'number' }],
    [{ spread: '10,01' }, { spread: 'most' }],
    [{ iof: '25,01' }, { iof: 'most' }],
    [{ iof: '9'.repeat(20) }, { iof: 'most' }],
    [{ legalBasis: '  lei ' }, { legalBasis: 'short' }],
  ] as const)('%j: %j', (over, faults) => {
    const read = readExchange({ ...TYPED, ...over }, REPORT, 'pt-BR');
    expect(read.faults).toEqual({ ...NO_FAULTS, ...faults });
    expect(read.request === null).toBe(Object.keys(faults).length > 0);
  });
});

describe('the card', () => {
  const read = (report: ExchangeTariffsReport) =>
    renderToStaticMarkup(
      <MemoryRouter initialEntries={['/admin/tariff']}>
        <QueryClientProvider client={new QueryClient()}>
          <ExchangeTariffsCard report={report} />
        </QueryClientProvider>
      </MemoryRouter>,
    )
      .replaceAll('\u00a0', ' ')
      .replaceAll(/<[^>]+>/gu, ' ')
      .replaceAll(/\s+/gu, ' ');
  const { announce } = words.list;
  const { withdraw, reject } = operatorsWords.proposed;
  const buttons = (report: ExchangeTariffsReport) =>
    [announce, withdraw, reject].filter((name) => read(report).includes(` ${name} `));

  test('says what is charged today, and what waits for its day', () => {
    const text = read(REPORT);
    expect(text).toContain(`Em vigor desde 1 de novembro de 2026: spread de 0,5%, IOF de 1,1% (${LAW}).`);
    expect(text).toMatch(/A partir de 1 de dezembro de 2026 anunciada, espera o dia Spread 0,5% IOF 3,5%/u);
    expect(buttons(REPORT)).toEqual([]);
  });

  test('says that nothing is charged where nobody announced any', () => {
    expect(read({ ...REPORT, inForce: null, tariffs: [] })).toContain(words.exchange.unset);
  });

  test.each([
    ['another decides', { waitsForMe: true }, [announce, reject]],
    ['the proposer takes it back', { mine: true }, [withdraw]],
    ['who may not decide reads', {}, []],
    ['a day that is over is not announced', { waitsForMe: true, fromDay: '2026-11-23' }, [reject]],
    ['a day that is taken is not announced', { waitsForMe: true, fromDay: '2026-12-01' }, [reject]],
  ] as const)('%s', (_what, over, offered) => {
    const tariffs = [proposal({ ...OPEN, fromDay: '2027-01-01', ...over }), ...REPORT.tariffs];
    expect(buttons({ ...REPORT, tariffs })).toEqual(offered);
  });
});
