// What a new customer is told to do first.

import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { describe, expect, test } from 'vitest';
import { FirstStepsCard } from '../../../web/features/account/first-steps-card.tsx';
import {
  areDone,
  isNewAccount,
  stepStates,
  UNKNOWN_STEPS,
} from '../../../web/features/account/first-steps.ts';
import messages from '#messages/dashboard.json' with { type: 'json' };

const words = messages.firstSteps;
const money = (cashCents: number, pendingCashCents: number, purchasesCents: number) => ({
  cashCents,
  pendingCashCents,
  bonus: { purchasesCents },
});

describe('each step has a state', () => {
  test.each([
    ['an empty account', money(0, 0, 0), false, ['todo', 'todo', 'todo']],
    ['a deposit that waits', money(0, 50_000, 0), false, ['waiting', 'todo', 'todo']],
    ['a deposit', money(50_000, 0, 0), false, ['done', 'todo', 'todo']],
    ['all of it spent', money(0, 0, 50_000), false, ['done', 'done', 'todo']],
    ['protected first', money(0, 0, 0), true, ['todo', 'todo', 'done']],
    ['everything', money(1, 0, 50_000), true, ['done', 'done', 'done']],
    ['before the portfolio is known', undefined, true, ['unknown', 'unknown', 'done']],
    ['before the factors are known', money(0, 0, 0), undefined, ['todo', 'todo', 'unknown']],
  ])('%s', (_, portfolio, isProtected, states) => {
    const steps = stepStates(true, portfolio, isProtected);
    expect(steps.confirm).toBe('done');
    expect([steps.deposit, steps.buy, steps.secondStep]).toEqual(states);
    expect(areDone(steps)).toBe(states.every((state) => state === 'done'));
  });
});

test('nothing is done before the address is confirmed', () => {
  const steps = stepStates(false, money(1, 0, 50_000), true);
  expect([steps.confirm, areDone(steps)]).toEqual(['todo', false]);
});

test('an account is new for thirty days', () => {
  const opened = '2026-11-01T12:00:00.000Z';
  const day = 24 * 60 * 60 * 1_000;
  expect(isNewAccount(opened, Date.parse(opened))).toBe(true);
  expect(isNewAccount(opened, Date.parse(opened) + 30 * day - 1)).toBe(true);
  expect(isNewAccount(opened, Date.parse(opened) + 30 * day)).toBe(false);
});

describe('the card', () => {
  const actions = {
    confirm: <button type="button">{words.confirm.title}</button>,
    onDeposit: () => undefined,
    onBuy: () => undefined,
    onDismiss: () => undefined,
  };
  const draw = (card: Parameters<typeof FirstStepsCard>[0]) =>
    renderToStaticMarkup(
      <MemoryRouter initialEntries={['/dashboard']}>
        <FirstStepsCard {...card} />
      </MemoryRouter>,
    );

  test('has a button or a link for what is left to do', () => {
    const html = draw({ steps: stepStates(true, money(0, 0, 0), false), actions });
    expect(html.match(/<button/gu)).toHaveLength(3);
    expect(html).toContain('href="/profile/security"');
    expect(html).toContain(`aria-label="${words.dismiss}"`);
    expect(html.match(new RegExp(`>${words.done}<`, 'gu'))).toHaveLength(1);
  });

  test('says what is done, and what waits', () => {
    const html = draw({ steps: stepStates(true, money(0, 50_000, 0), true), actions });
    expect(html).toContain(words.waiting);
    expect(html.match(new RegExp(`>${words.done}<`, 'gu'))).toHaveLength(2);
    expect(draw({ steps: stepStates(true, money(1, 0, 1), true), actions })).toContain(words.finished);
  });

  test('keeps its rows while nothing is known, and says nothing of them', () => {
    const html = draw({ steps: UNKNOWN_STEPS });
    expect(html.match(/<li/gu)).toHaveLength(4);
    expect(html).not.toMatch(/<button|<a /u);
    expect(html).toContain('aria-busy="true"');
  });
});
