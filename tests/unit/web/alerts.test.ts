import { expect, test } from 'vitest';
import { newSince } from '../../../web/features/account/alerts.ts';
import {
  type AlertDraft,
  percentToGo,
  readTarget,
  type ReadTarget,
} from '../../../web/features/account/alert-target.ts';
import type { Alert, AlertDelivery, AlertLog } from '../../../worker/contract/alerts.ts';

const PRICE = 440_000;
const EXISTING: Alert = {
  id: 'one',
  metal: 'gold',
  direction: 'above',
  targetPriceCents: 450_000,
  isActive: false,
  state: 'armed',
  rearmPriceCents: 448_875,
  createdAt: '2026-11-21T12:00:00.000Z',
  lastFiredAt: null,
};
const yes = (targetPriceCents: number): ReadTarget => ({ ok: true, targetPriceCents });
const no = (problem: Extract<ReadTarget, { ok: false }>['problem']): ReadTarget => ({ ok: false, problem });

type Wish = Partial<Omit<AlertDraft, 'input'> & AlertDraft['input']>;
/** 5.3040 reais to the dollar. */
const RATE = { usdBrlE4: 53_040, asOf: '2026-11-21T12:00:00.000Z' };

const TYPED: readonly [Wish, ReadTarget][] = [
  [{ text: '4.500,50' }, yes(450_050)],
  [{ text: 'US$ 4600' }, yes(460_000)],
  [{ text: 'US$4500,01' }, yes(450_001)],
  [{ text: '' }, no('empty')],
  [{ text: '0' }, no('zero')],
  [{ text: '0,00' }, no('zero')],
  [{ text: '-5' }, no('format')],
  [{ text: 'R$ 4500' }, no('unit')],
  [{ text: '4500,005' }, no('decimals')],
  [{ text: '1000000' }, yes(100_000_000)],
  [{ text: '1000000,01' }, no('range')],
  [{ text: '4400' }, no('metAbove')],
  [{ text: '4400,01' }, yes(440_001)],
  [{ text: '4400', direction: 'below' }, no('metBelow')],
  [{ text: '4399,99', direction: 'below' }, yes(439_999)],
  // Switched off or not: it is in the list, one press away.
  [{ text: '4500' }, no('duplicate')],
  [{ text: '4500', metal: 'silver' }, yes(450_000)],
  // Reais and grams are kept as cents per ounce, rounded away from the price: a target never fires too early.
  [{ text: 'R$ 24.000', currency: 'BRL' }, yes(452_489)],
  [{ text: '23.000', currency: 'BRL', direction: 'below' }, yes(433_634)],
  [{ text: '145,00', per: 'g' }, yes(451_001)],
  [{ text: '140,00', per: 'g', direction: 'below' }, yes(435_448)],
  [{ text: '757,33', currency: 'BRL', per: 'g' }, yes(444_111)],
  [{ text: 'US$ 4.600', currency: 'BRL' }, no('unit')],
  [{ text: '99999999999', currency: 'BRL', per: 'g' }, no('range')],
];
test.each(TYPED)('%j reads as %j', (wish, expected) => {
  const { text = '', currency = 'USD', ...rest } = wish;
  const full: AlertDraft = {
    metal: 'gold',
    direction: 'above',
    per: 'oz',
    input: { text, currency },
    ...rest,
  };
  expect(readTarget(full, 'pt-BR', PRICE, [EXISTING], RATE)).toEqual(expected);
});

test('a target in reais waits for a rate', () => {
  const input = { text: '24000', currency: 'BRL' } as const;
  const wish: AlertDraft = { metal: 'gold', direction: 'above', per: 'oz', input };
  expect(readTarget(wish, 'pt-BR', PRICE, [], null)).toEqual(no('rate'));
});

test('without a price on the page the server alone says whether it is met', () => {
  const input = { text: '1', currency: 'USD' } as const;
  const wish: AlertDraft = { metal: 'gold', direction: 'above', per: 'oz', input };
  expect(readTarget(wish, 'en', null, [])).toEqual(yes(100));
});

test.each([
  ['above', 450_000, 2.2727],
  ['below', 430_000, 2.2727],
  ['above', 440_000, null],
  ['below', 450_000, null],
] as const)('%s %i is %s percent away', (direction, targetPriceCents, percent) => {
  const left = percentToGo({ direction, targetPriceCents }, PRICE);
  expect(left === null ? null : Math.round(left * 10_000) / 10_000).toBe(percent);
});

const crossing = (id: string, minute: number, readAt: string | null = null): AlertDelivery => ({
  id,
  alertId: 'one',
  metal: 'gold',
  direction: 'above',
  targetPriceCents: 450_000,
  priceCents: 450_100,
  priceAt: `2026-11-21T12:${String(minute).padStart(2, '0')}:00.000Z`,
  readAt,
  email: 'sent',
});
const log = (...deliveries: AlertDelivery[]): AlertLog => ({
  deliveries,
  unread: deliveries.filter(({ readAt }) => readAt === null).length,
  nextCursor: null,
});
const READ = '2026-11-21T12:59:00.000Z';

const NEWS: readonly [string, AlertLog | null, AlertLog, readonly string[]][] = [
  ['the first look tells nothing', null, log(crossing('a', 1)), []],
  ['the same again tells nothing', log(crossing('a', 1)), log(crossing('a', 1)), []],
  [
    'what has come is told, oldest first',
    log(crossing('a', 1)),
    log(crossing('c', 3), crossing('b', 2), crossing('a', 1)),
    ['b', 'c'],
  ],
  ['the very first crossing is told', log(), log(crossing('a', 1)), ['a']],
  [
    'two at the same price and time are two',
    log(crossing('a', 1)),
    log(crossing('b', 1), crossing('a', 1)),
    ['b'],
  ],
  ['what another device has read is no news', log(), log(crossing('a', 1, READ)), []],
  [
    'an old entry that moves up is no news',
    log(crossing('c', 3), crossing('b', 2)),
    log(crossing('c', 3), crossing('a', 1)),
    [],
  ],
];
test.each(NEWS)('%s', (_, before, now, told) => {
  expect(newSince(before, now).map(({ id }) => id)).toEqual(told);
});
