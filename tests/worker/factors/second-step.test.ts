// Signing in with a second factor: the ticket, the code, the recovery code, and everything that must not sign in.

import { env } from 'cloudflare:workers';
import { describe, expect, test, vi } from 'vitest';
import { TICKET_LIFETIME_MS, TICKET_LIMIT } from '../../../worker/domain/factors.ts';
import { CUSTOMER_PASSWORD } from '../../support/customers.ts';
import { cookieAfter, currentSession, post, problemOf, setCookies } from '../accounts/calls.ts';
import { codeOf, customerWithApp, secondStep, ticketOf } from './enrol.ts';

const codeAfter = async (reply: Response) =>
  reply.ok ? reply.status : ((await problemOf(reply)).code as string);

const makeTicketOlder = (ms: number) =>
  env.DB.prepare('UPDATE sign_in_tickets SET created_at = created_at - ?1, expires_at = expires_at - ?1')
    .bind(ms)
    .run();

describe('the right password of a customer with an app', () => {
  test('opens nothing: no session, no cookie, no notice, only a ticket and the ways on', async () => {
    const { email, userId } = await customerWithApp();
    const reply = await post('/api/auth/sign-in', { email, password: CUSTOMER_PASSWORD });
    expect(reply.status).toBe(200);
    expect(await reply.json()).toEqual({
      secondFactor: { ticket: expect.stringMatching(/^[\w-]{43}$/u), methods: ['totp', 'recovery'] },
    });
    expect(reply.headers.getSetCookie()).toEqual([]);
    const sessions = await env.DB.prepare('SELECT count(*) AS n FROM sessions WHERE user_id = ?')
      .bind(userId)
      .first('n');
    expect(sessions).toBe(1);
    expect(
      await env.DB.prepare('SELECT count(*) AS n FROM submissions WHERE user_id = ?').bind(userId).first('n'),
    ).toBe(0);
  });

  test('and its code open the session, as asked for at the first step', async () => {
    const { email, key, userId } = await customerWithApp();
    const ticket = await ticketOf({ email }, { remember: true, phone: '11 98765-4321' });
    const reply = await secondStep({ ticket, method: 'totp', code: codeOf(key) });
    expect(reply.status).toBe(200);
    expect(await reply.json()).toMatchObject({ session: { tokenType: 'Bearer' }, profile: { id: userId } });
    expect(reply.headers.get('Cache-Control')).toBe('no-store');
    expect(setCookies(reply).get('onca_refresh')?.attributes.join()).toMatch(/Max-Age=25(?:92000|91999)/u);
    expect((await currentSession(cookieAfter(reply))).profile?.id).toBe(userId);
    const notice = await env.DB.prepare("SELECT phone FROM submissions WHERE type = 'login' AND user_id = ?")
      .bind(userId)
      .first('phone');
    expect(notice).toBe('11987654321');
  });

  test.each(['12 34', '123456x', '', 'abcdef', '１２３４５６', '0'.repeat(64)])(
    'and "%s" open nothing',
    async (code) => {
      const ticket = await ticketOf(await customerWithApp());
      const reply = await secondStep({ ticket, method: 'totp', code });
      expect([401, 422]).toContain(reply.status);
      expect(reply.headers.getSetCookie()).toEqual([]);
    },
  );

  test('a code with a space in the middle, as phones show it, is a code', async () => {
    const customer = await customerWithApp();
    const code = codeOf(customer.key);
    const typed = `${code.slice(0, 3)} ${code.slice(3)}`;
    const ticket = await ticketOf(customer);
    expect(await codeAfter(await secondStep({ ticket, method: 'totp', code: typed }))).toBe(200);
  });

  test('the codes of the step before and after are good, further ones are not', async () => {
    const customer = await customerWithApp();
    const outcomes: unknown[] = [];
    for (const ahead of [-3, 3, -1, 0, 1]) {
      const ticket = await ticketOf(customer);
      outcomes.push(
        await codeAfter(await secondStep({ ticket, method: 'totp', code: codeOf(customer.key, ahead) })),
      );
    }
    expect(outcomes).toEqual(['SecondFactorInvalid', 'SecondFactorInvalid', 200, 200, 200]);
  });
});

describe('a code', () => {
  test('that was used opens nothing again, with a new ticket or the old one', async () => {
    const customer = await customerWithApp();
    const code = codeOf(customer.key);
    const ticket = await ticketOf(customer);
    expect(await codeAfter(await secondStep({ ticket, method: 'totp', code }))).toBe(200);
    expect(await codeAfter(await secondStep({ ticket, method: 'totp', code }))).toBe('TicketExpired');
    const another = await ticketOf(customer);
    expect(await codeAfter(await secondStep({ ticket: another, method: 'totp', code }))).toBe(
      'SecondFactorInvalid',
    );
  });

  test('sent ten times at once with ten tickets opens one session', async () => {
    const customer = await customerWithApp();
    const tickets = await Promise.all(Array.from({ length: 10 }, () => ticketOf(customer)));
    const code = codeOf(customer.key);
    const outcomes = await Promise.all(
      tickets.map(async (ticket) => codeAfter(await secondStep({ ticket, method: 'totp', code }))),
    );
    expect(outcomes.filter((outcome) => outcome === 200)).toHaveLength(1);
    expect(new Set(outcomes)).toEqual(new Set([200, 'SecondFactorInvalid']));
  });

  test('of one customer is nothing to another', async () => {
    const [ana, bea] = await Promise.all([customerWithApp(), customerWithApp()]);
    const ticket = await ticketOf(ana);
    expect(await codeAfter(await secondStep({ ticket, method: 'totp', code: codeOf(bea.key) }))).toBe(
      'SecondFactorInvalid',
    );
    expect(await codeAfter(await secondStep({ ticket, method: 'recovery', code: bea.codes[0] ?? '' }))).toBe(
      'SecondFactorInvalid',
    );
  });
});

describe('a recovery code', () => {
  test('opens the session once, however it is written, and the log says so', async () => {
    const customer = await customerWithApp();
    expect(customer.codes).toHaveLength(10);
    const [code = ''] = customer.codes;
    const typed = ` ${code.toUpperCase().replace('-', ' ').replaceAll('0', 'O').replaceAll('1', 'l')} `;
    const ticket = await ticketOf(customer);
    expect(await codeAfter(await secondStep({ ticket, method: 'recovery', code: typed }))).toBe(200);
    const again = await ticketOf(customer);
    expect(await codeAfter(await secondStep({ ticket: again, method: 'recovery', code }))).toBe(
      'SecondFactorInvalid',
    );
    const { results } = await env.DB.prepare('SELECT kind FROM security_events WHERE user_id = ?')
      .bind(customer.userId)
      .all<{ kind: string }>();
    const kinds = results.map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'recovery-code-used')).toHaveLength(1);
    expect(kinds).toContain('sign-in-refused');
  });

  test('used at once by ten opens one session and is noted once', async () => {
    const customer = await customerWithApp();
    const tickets = await Promise.all(Array.from({ length: 10 }, () => ticketOf(customer)));
    const code = customer.codes[3] ?? '';
    const outcomes = await Promise.all(
      tickets.map(async (ticket) => codeAfter(await secondStep({ ticket, method: 'recovery', code }))),
    );
    expect(outcomes.filter((outcome) => outcome === 200)).toHaveLength(1);
    const noted = await env.DB.prepare(
      "SELECT count(*) AS n FROM security_events WHERE user_id = ? AND kind = 'recovery-code-used'",
    )
      .bind(customer.userId)
      .first('n');
    expect(noted).toBe(1);
  });

  test('is not offered once all are used', async () => {
    const customer = await customerWithApp();
    await env.DB.prepare('UPDATE recovery_codes SET used_at = 1 WHERE user_id = ?')
      .bind(customer.userId)
      .run();
    const reply = await post('/api/auth/sign-in', { email: customer.email, password: CUSTOMER_PASSWORD });
    expect(await reply.json()).toMatchObject({ secondFactor: { methods: ['totp'] } });
  });
});

describe('a ticket', () => {
  test('is good for ten minutes', async () => {
    const customer = await customerWithApp();
    const ticket = await ticketOf(customer);
    await makeTicketOlder(TICKET_LIFETIME_MS);
    expect(await codeAfter(await secondStep({ ticket, method: 'totp', code: codeOf(customer.key) }))).toBe(
      'TicketExpired',
    );
  });

  test('opens one session, also when two codes race for it', async () => {
    const customer = await customerWithApp();
    const ticket = await ticketOf(customer);
    const outcomes = await Promise.all(
      [codeOf(customer.key, -1), codeOf(customer.key), ...customer.codes.slice(0, 3)].map(async (code) =>
        codeAfter(await secondStep({ ticket, method: code.includes('-') ? 'recovery' : 'totp', code })),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === 200)).toHaveLength(1);
    // What lost the race was not used up: a code is only spent on a session that opened.
    const left = await env.DB.prepare(
      'SELECT count(*) AS n FROM recovery_codes WHERE user_id = ? AND used_at IS NULL',
    )
      .bind(customer.userId)
      .first<number>('n');
    expect(left).toBeGreaterThanOrEqual(9);
  });

  test('takes five wrong answers, then the password is asked for again', async () => {
    const customer = await customerWithApp();
    const ticket = await ticketOf(customer);
    const wrong = await Promise.all(
      Array.from({ length: 8 }, () => secondStep({ ticket, method: 'totp', code: '000000' })),
    );
    const outcomes = await Promise.all(wrong.map(codeAfter));
    expect(outcomes.filter((outcome) => outcome === 'SecondFactorInvalid')).toHaveLength(TICKET_LIMIT.max);
    expect(outcomes.filter((outcome) => outcome === 'TicketExpired')).toHaveLength(3);
    expect(await codeAfter(await secondStep({ ticket, method: 'totp', code: codeOf(customer.key) }))).toBe(
      'TicketExpired',
    );
  });

  test.each(['made-up', 'x'.repeat(43), `${'x'.repeat(42)}=`, ''])(
    'that nobody was given ("%s") is refused',
    async (ticket) => {
      const reply = await secondStep({ ticket, method: 'totp', code: '123456' });
      expect([401, 422]).toContain(reply.status);
      expect(JSON.stringify(await reply.json())).not.toContain('xxxx');
    },
  );

  test('of a customer suspended meanwhile opens nothing', async () => {
    const customer = await customerWithApp();
    const ticket = await ticketOf(customer);
    await env.DB.prepare(`UPDATE users SET status = 'suspended' WHERE id = ?`).bind(customer.userId).run();
    expect(await codeAfter(await secondStep({ ticket, method: 'totp', code: codeOf(customer.key) }))).toBe(
      'AccountSuspended',
    );
  });

  test('is not readable in the database', async () => {
    const ticket = await ticketOf(await customerWithApp());
    const { results } = await env.DB.prepare('SELECT * FROM sign_in_tickets').all();
    expect(JSON.stringify(results)).not.toContain(ticket);
  });
});

test('neither code nor key nor ticket reaches the operators’ log', async () => {
  const lines: unknown[] = [];
  const spies = (['log', 'warn', 'error'] as const).map((level) =>
    vi.spyOn(console, level).mockImplementation((...args) => void lines.push(args)),
  );
  const customer = await customerWithApp();
  const ticket = await ticketOf(customer);
  await secondStep({ ticket, method: 'totp', code: '123987' });
  await secondStep({ ticket, method: 'totp', code: codeOf(customer.key) });
  const said = JSON.stringify(lines);
  for (const spy of spies) spy.mockRestore();
  for (const secret of [customer.key, ticket, '123987']) expect(said).not.toContain(secret);
});

describe('when the sign-in cannot be written', () => {
  test('it is said in the words of the specification, and nothing was used up', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const customer = await customerWithApp();
    const ticket = await ticketOf(customer);
    const code = codeOf(customer.key);
    await env.DB.exec('ALTER TABLE submissions RENAME TO submissions_away');
    try {
      const reply = await secondStep({ ticket, method: 'totp', code });
      expect(reply.status).toBe(500);
      expect(await problemOf(reply)).toMatchObject({
        code: 'SignInError',
        detail: 'An unexpected error occurred during sign in',
      });
      expect(reply.headers.getSetCookie()).toEqual([]);
    } finally {
      await env.DB.exec('ALTER TABLE submissions_away RENAME TO submissions');
    }
    expect(JSON.stringify(logged.mock.calls)).not.toContain(code);
    logged.mockRestore();
    expect(await codeAfter(await secondStep({ ticket, method: 'totp', code }))).toBe(200);
  });
});
