// Calls that need a step-up, and the dialog that asks for it.

import { afterEach, describe, expect, it, vi } from 'vitest';
import { createStepUps } from '../../../web/api/step-up.ts';
import { firstMethod } from '../../../web/features/auth/proof.ts';

afterEach(() => vi.useRealTimers());

describe('the question who the customer is', () => {
  it('is asked once for calls that come together, and anew for later ones', async () => {
    const stepUps = createStepUps();
    const asker = vi.fn<() => Promise<boolean>>(async () => true);
    stepUps.answerWith(asker);
    expect(await Promise.all([stepUps.ask(['totp']), stepUps.ask(['totp']), stepUps.ask(['totp'])])).toEqual([
      true,
      true,
      true,
    ]);
    expect(asker).toHaveBeenCalledTimes(1);
    await stepUps.ask(['totp']);
    expect(asker).toHaveBeenCalledTimes(2);
  });

  it('waits for whoever asks, since their code comes late', async () => {
    const stepUps = createStepUps();
    const answer = stepUps.ask(['password']);
    stepUps.answerWith(async (methods) => methods.includes('password'));
    expect(await answer).toBe(true);
  });

  it('counts as no when nobody comes to ask', async () => {
    vi.useFakeTimers();
    const stepUps = createStepUps();
    const answer = stepUps.ask(['password']);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await answer).toBe(false);
    // Whoever comes after that is not asked about what is over.
    const late = vi.fn<() => Promise<boolean>>(async () => true);
    stepUps.answerWith(late);
    expect(late).not.toHaveBeenCalled();
  });

  it('goes to nobody who has left', async () => {
    vi.useFakeTimers();
    const stepUps = createStepUps();
    const asker = vi.fn<() => Promise<boolean>>(async () => true);
    stepUps.answerWith(asker)();
    const answer = stepUps.ask(['totp']);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await answer).toBe(false);
    expect(asker).not.toHaveBeenCalled();
  });

  it('that breaks is over, and can be asked again', async () => {
    const stepUps = createStepUps();
    const stop = stepUps.answerWith(() => Promise.reject(new Error('the dialog did not load')));
    await expect(stepUps.ask(['totp'])).rejects.toThrow('the dialog did not load');
    stop();
    stepUps.answerWith(async () => true);
    expect(await stepUps.ask(['totp'])).toBe(true);
  });
});

it.each([
  [['passkey', 'totp', 'recovery'], true, 'passkey'],
  [['passkey', 'totp', 'recovery'], false, 'totp'],
  [['passkey', 'recovery'], false, 'recovery'],
  [['passkey'], false, 'passkey'],
  [['password'], true, 'password'],
] as const)('of %j a browser with passkeys: %s begins with %s', (methods, hasPasskeys, first) => {
  expect(firstMethod(methods, hasPasskeys)).toBe(first);
});
