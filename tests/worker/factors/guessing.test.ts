// Guessing at the second step: how often it is heard, and what the answers tell.

import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import { FACTOR_LIMIT } from '../../../worker/domain/factors.ts';
import { createCustomer } from '../../support/customers.ts';
import { post, problemOf } from '../accounts/calls.ts';
import { customerWithApp, secondStep, ticketOf } from './enrol.ts';

const codeAfter = async (reply: Response) =>
  reply.ok ? reply.status : ((await problemOf(reply)).code as string);

/** As if every guess so far had been made this much earlier. */
const letTimePass = (ms: number) =>
  env.DB.prepare('UPDATE attempts SET made_at = made_at - ?1, expires_at = expires_at - ?1').bind(ms).run();

describe('guessing', () => {
  test('is heard ten times in a quarter of an hour, whoever guesses with however many tickets', async () => {
    const customer = await customerWithApp();
    const eight = () => Promise.all(Array.from({ length: 8 }, () => ticketOf(customer)));
    // The password has a lock of its own: not more than ten at a time.
    const tickets = [...(await eight()), ...(await eight())];
    const outcomes = await Promise.all(
      tickets.map(async (ticket) => codeAfter(await secondStep({ ticket, method: 'totp', code: '000000' }))),
    );
    expect(outcomes.filter((outcome) => outcome === 'SecondFactorInvalid')).toHaveLength(FACTOR_LIMIT.max);
    expect(outcomes.filter((outcome) => outcome === 'TooManyRequests')).toHaveLength(6);
    // The other ways stay open to the owner.
    const ticket = await ticketOf(customer);
    expect(
      await codeAfter(await secondStep({ ticket, method: 'recovery', code: customer.codes[0] ?? '' })),
    ).toBe(200);
  });

  test('is heard thirty times a day', async () => {
    const customer = await customerWithApp();
    const heard: unknown[] = [];
    for (let round = 0; round < 4; round += 1) {
      const tickets = await Promise.all(Array.from({ length: 10 }, () => ticketOf(customer)));
      const outcomes = await Promise.all(
        tickets.map(async (ticket) =>
          codeAfter(await secondStep({ ticket, method: 'totp', code: '000000' })),
        ),
      );
      heard.push(outcomes.filter((outcome) => outcome === 'SecondFactorInvalid').length);
      await letTimePass(FACTOR_LIMIT.windowMs);
    }
    expect(heard).toEqual([10, 10, 10, 0]);
  });

  test('the password says the same to a wrong password, factor or not', async () => {
    const [plain, guarded] = await Promise.all([createCustomer(env), customerWithApp()]);
    const answers = await Promise.all(
      [plain.email, guarded.email, `nobody-${plain.email}`].map(async (email) => {
        const reply = await post('/api/auth/sign-in', { email, password: 'wrong 9 wrong' });
        const { code, detail } = await problemOf(reply);
        return { status: reply.status, code, detail };
      }),
    );
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
  });
});
