// Alerts to operators: each incident once, to those who may look into it, until it is over; and the webhook that is told, which may be
// slow, wrong, huge or absent.

import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { NodeD1 } from '../../../worker/commands/node-d1.ts';
import {
  ALERT_CALL_CLAIM_MS,
  ALERT_CALL_WAITS_MS,
  COMPLAINT_NEAR_MS,
  DEAD_MAIL_MAX,
  EXCHANGE_POSITION_MAX_CENTS,
  GATEWAY_SILENT_MS,
  nextAlertCallAt,
  NOT_RETURNED_MS,
  OPERATOR_ALERT_KINDS,
  type OperatorAlertKind,
  READY_LONG_MS,
  SENDING_LONG_MS,
} from '../../../worker/domain/operator-alerts.ts';
import type { OperatorRole } from '../../../worker/domain/operator-roles.ts';
import { ALARMS } from '../../../worker/domain/alarms.ts';
import type { Minute } from '../../../worker/domain/figures.ts';
import { HOUR_MS, MINUTE_MS } from '../../../worker/domain/time.ts';
import { HOUSE } from '../../../worker/ledger/statements.ts';
import { watchForOperators } from '../../../worker/services/operator-alerts.ts';
import { LEDGER_RULES } from '../../../worker/db/ledger-check.ts';
import { addPendingDeposits } from '../../support/pending-deposits.ts';
import { addCustomer, asD1, emptyBooks, move } from '../../support/node-books.ts';
import { addWithdrawal } from '../../support/open-withdrawals.ts';

const NOW = Date.parse('2026-11-24T12:00:00Z');
const [FIRST_WAIT_MS = 0] = ALERT_CALL_WAITS_MS;
const SECRET = 'a-secret-of-at-least-32-characters';
let db: NodeD1;
let now = NOW;

const depsAt = (url: string, secret = SECRET) => ({
  db: asD1(db),
  env: { OPS_WEBHOOK_URL: url, OPS_WEBHOOK_SECRET: secret } as never,
  now: () => now,
  newId: () => crypto.randomUUID(),
});
let minutes: Minute[] = [];
const watch = (url = '') => watchForOperators(depsAt(url), minutes, 300);
const alerts = () =>
  db
    .prepared(
      'SELECT kind, subject, figure, ended_at IS NULL AS isOpen FROM operator_alerts ORDER BY began_at, kind, subject',
    )
    .all()
    .map(
      ({ kind, subject, figure, isOpen }) => `${kind} ${subject} ${figure}${isOpen === 1 ? '' : ' ended'}`,
    );
const lettersTo = () =>
  db
    .prepared(`SELECT email FROM mail_outbox WHERE kind = 'operator-alert' ORDER BY email`)
    .all()
    .map(({ email }) => String(email).replace('@example.com', ''));

async function addOperator(role: OperatorRole, tier: 'standard' | 'premium' = 'standard', id: string = role) {
  await addCustomer(asD1(db), id, NOW - 1);
  db.exec(`UPDATE users SET tier = '${tier}', email_confirmed_at = 1 WHERE id = '${id}';
    INSERT INTO admin_users (user_id, created_at) VALUES ('${id}', 1);
    INSERT INTO operator_roles (user_id, role, granted_at) VALUES ('${id}', '${role}', 1)`);
}

beforeEach(async () => {
  now = NOW;
  minutes = [];
  db = emptyBooks();
  await addCustomer(asD1(db), 'ana', NOW - 1);
  for (const method of ['log', 'error'] as const)
    vi.spyOn(console, method).mockImplementation(() => undefined);
});

/** A check of the books, with a finding of each of these rules. */
const check = (at: number, ...rules: readonly string[]) =>
  db
    .prepared(
      `INSERT INTO ledger_checks (id, ran_at, took_ms, ok, counts, findings) VALUES (?, ?, 0, ?, '{}', ?)`,
    )
    .run(
      String(at),
      at,
      rules.length === 0 ? 1 : 0,
      JSON.stringify(rules.map((rule) => ({ rule, subject: 'ana', detail: 'off' }))),
    );
const [CASH, SUMS] = ['cash-equals-entries', 'entries-sum-to-zero'];
const complaint = (id: string, dueAt: number) =>
  db.exec(`INSERT INTO submissions (id, type, email, data, submitted_at) VALUES ('${id}', 'contact', 'x@example.com', '{}', 1);
    INSERT INTO contact_messages (submission_id, state, revision, sent_at) SELECT '${id}', 'open', 0, 1
      WHERE NOT EXISTS (SELECT 1 FROM contact_messages WHERE submission_id = '${id}');
    INSERT INTO complaints (submission_id, number, due_at) VALUES ('${id}', '20261124-0000${id}', ${dueAt})`);
const deadMail = (count: number, id = 'dead') =>
  db.exec(`INSERT INTO mail_outbox (id, user_id, kind, message, email, full_name, language, state, rank, expires_at, created_at, updated_at)
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
    SELECT '${id}' || i, 'ana', 'welcome', '{}', 'ana@example.com', 'Ana', 'en', 'dead', 1, ${NOW}, 1, ${NOW - 1} FROM n`);
/** Dollars that customers got for reais. */
const position = (cents: number) =>
  move(asD1(db), { accountId: 'ana', asset: 'usd', amount: cents, at: NOW, house: HOUSE.fx });

/** Minutes that all say the same. When exactly one begins and ends, unit/observability has. */
const allSay = (gauges: Minute['gauges'], counts: Minute['counts'] = {}) => {
  minutes = [2, 1, 0].map((ago) => ({ at: NOW - ago * MINUTE_MS, gauges, counts, timings: {} }));
};
const measured = (series: string, value: number, is: string) => ({
  before: () => allSay({ [series]: 0 }),
  begin: () => allSay({ [series]: value }),
  is,
  end: () => allSay({ [series]: 0 }),
});

/** How each begins, what it then says, and how it ends. */
const INCIDENTS: Readonly<
  Record<OperatorAlertKind, { begin: () => unknown; is: string; end: () => unknown; before?: () => unknown }>
> = {
  'ledger-check-failed': {
    before: () => check(1),
    begin: () => check(2, CASH, CASH),
    is: `${CASH} 2`,
    end: () => check(3),
  },
  'metal-uncovered': {
    begin: () => db.exec("UPDATE stock SET free_e4 = 0, uncovered_e4 = 7 WHERE metal = 'gold'"),
    is: 'gold 7',
    end: () => db.exec("UPDATE stock SET uncovered_e4 = 0 WHERE metal = 'gold'"),
  },
  'withdrawals-sending-long': {
    before: () => addWithdrawal(db, { id: 'w', accountId: 'ana', state: 'sending', at: NOW, reference: 'r' }),
    begin: () => {
      now = NOW + SENDING_LONG_MS;
    },
    is: 'w 20000',
    end: () => {
      now = NOW + SENDING_LONG_MS - 1;
    },
  },
  'withdrawals-ready-long': {
    before: async () => {
      for (const [id, because] of [
        ['w', 'details'],
        ['x', 'rate'],
      ] as const) {
        await addWithdrawal(db, { id, accountId: 'ana', state: 'ready', at: NOW });
        db.exec(
          `UPDATE withdrawals SET unsent_because = '${because}', unsent_since = ${NOW} WHERE id = '${id}'`,
        );
      }
      // Nothing is the matter with one that is held by a freeze.
      now = NOW + READY_LONG_MS;
      db.exec(`INSERT INTO freezes (user_id, frozen_at) VALUES ('ana', ${NOW})`);
    },
    begin: () => db.exec('DELETE FROM freezes'),
    is: 'details 1',
    end: () => {
      now = NOW + READY_LONG_MS - 1;
    },
  },
  'payouts-refused': {
    before: () => addWithdrawal(db, { id: 'w', accountId: 'ana', state: 'sending', at: NOW }),
    begin: () => {
      // A gateway that answers with a refusal is not silent.
      now = NOW + GATEWAY_SILENT_MS;
      db.exec(`UPDATE withdrawals SET refused = 'saldo_insuficiente'`);
    },
    is: 'sandbox, saldo_insuficiente 1',
    end: () => {
      now = NOW;
      db.exec('UPDATE withdrawals SET refused = NULL');
    },
  },
  'payout-contradictions': {
    before: () => addWithdrawal(db, { id: 'w', accountId: 'ana', state: 'sending', at: NOW }),
    begin: () =>
      db.exec(`INSERT INTO payout_contradictions (id, withdrawal_id, kind, state, said, reference, cents, said_at)
        VALUES ('c', 'w', 'amount', 'sending', 'paid', 'r', 1, ${NOW})`),
    is: 'w 1',
    end: () =>
      db.exec(
        `UPDATE payout_contradictions SET resolved_by = 'owner', resolution = 'The bank was asked', resolved_at = 2`,
      ),
  },
  'gateway-unreachable': {
    before: async () => {
      await addPendingDeposits(asD1(db), [{ userId: 'ana', cents: 20_000 }], NOW);
      db.exec('UPDATE deposits SET acknowledged_at = NULL');
      await addWithdrawal(db, { id: 'w', accountId: 'ana', state: 'sending', at: NOW });
    },
    begin: () => {
      now = NOW + GATEWAY_SILENT_MS;
    },
    is: 'sandbox 2',
    end: () => {
      now = NOW + GATEWAY_SILENT_MS - 1;
    },
  },
  'reais-unknown': {
    begin: () =>
      db.exec(`PRAGMA foreign_keys = OFF; INSERT INTO brl_payments (gateway, id, method, brl_cents, state, paid_at, received_at, arrival_id)
        VALUES ('sandbox', 'E1', 'pix', 100, 'unknown', 1, ${NOW}, 'o')`),
    is: 'sandbox 1',
    end: () => db.exec(`UPDATE brl_payments SET state = 'refunding', reason = 'operators'`),
  },
  'reais-not-returned': {
    before: () =>
      db.exec(`PRAGMA foreign_keys = OFF; INSERT INTO brl_payments (gateway, id, method, brl_cents, state, reason, paid_at, received_at, arrival_id,
          next_try_at) VALUES ('sandbox', 'E1', 'pix', 100, 'refunding', 'late', 1, ${NOW}, 'o', 2)`),
    begin: () => {
      now = NOW + NOT_RETURNED_MS;
    },
    is: 'sandbox 1',
    end: () => {
      now = NOW + NOT_RETURNED_MS - 1;
    },
  },
  'refund-twice': {
    before: () =>
      db.exec(`PRAGMA foreign_keys = OFF; INSERT INTO hand_refunds (id, gateway, payment_id, reference, reason, proposed_by, proposed_at, state,
          decided_by, decided_at) VALUES ('a', 'sandbox', 'E1', 'TED 1', 'because', 'olga', 1, 'approved', 'ana', 2)`),
    begin: () => db.exec('UPDATE hand_refunds SET bank_said_at = 3'),
    is: 'sandbox 1',
    end: () =>
      db.exec(
        `UPDATE hand_refunds SET answered_at = 4, answered_by = 'olga', answer = 'The payer returned it'`,
      ),
  },
  'contest-taken': {
    before: () =>
      db.exec(`PRAGMA foreign_keys = OFF; INSERT INTO brl_deposits (id, account_id, method, gateway, usd_cents, exchange_brl_cents, spread_brl_cents,
          iof_brl_cents, brl_cents, rate_e4, rate_at, rate_source, spread_bp, iof_bp, state, created_at, paid_at, contested_at)
        VALUES ('a', 'ana', 'ted', 'sandbox', 10000, 53000, 0, 0, 53000, 53000, 1, 'test', 0, 0, 'contested', 1, 1, 2)`),
    begin: () => db.exec('UPDATE brl_deposits SET taken_back_at = 3'),
    is: 'sandbox 1',
    end: () => db.exec(`UPDATE brl_deposits SET state = 'refunded'`),
  },
  'exchange-position': {
    before: () => position(EXCHANGE_POSITION_MAX_CENTS),
    begin: () => position(1),
    is: `usd ${EXCHANGE_POSITION_MAX_CENTS + 1}`,
    end: () => position(-1),
  },
  'complaints-due': {
    before: () => complaint('1', NOW + COMPLAINT_NEAR_MS + 1),
    begin: () => {
      now = NOW + 1;
    },
    is: '2026-11-25 1',
    end: () => db.exec("UPDATE contact_messages SET state = 'answered'"),
  },
  'mail-dead': {
    before: () => deadMail(DEAD_MAIL_MAX),
    begin: () => deadMail(1, 'more'),
    is: `mail ${DEAD_MAIL_MAX + 1}`,
    end: () => db.exec(`UPDATE mail_outbox SET discarded_at = 1 WHERE id = 'dead1'`),
  },
  'price-old': measured('onca_price_age_seconds{metal="gold"}', 200, 'gold 200'),
  'object-silent': measured('onca_object_silent{object="hub"}', 1, 'hub 1'),
  'server-errors': {
    begin: () => allSay({}, { 'onca_refusals{code="Internal"}': 9 }),
    is: 'requests 9',
    end: () => allSay({}),
  },
  'mail-late': measured('onca_mail_oldest_seconds', 901, 'mail 901'),
  'trade-desk-full': measured('onca_queue_length{queue="trade-desk"}', 300, 'desk 300'),
  'price-alerts-behind': measured('onca_queue_length{queue="price-alerts"}', 61, 'hub 61'),
};

test.each(OPERATOR_ALERT_KINDS)('%s is told once while it lasts, and ends by itself', async (kind) => {
  await addOperator('owner', 'premium');
  const { before, begin, is, end } = INCIDENTS[kind];
  await before?.();
  await watch();
  expect(alerts().filter((alert) => alert.startsWith(kind))).toEqual([]);
  await begin();
  expect(await watch()).toMatchObject({ began: 1 });
  expect(await watch()).toMatchObject({ began: 0, ended: 0 });
  expect(alerts().filter((alert) => alert.startsWith(kind))).toEqual([`${kind} ${is}`]);
  expect(lettersTo()).toEqual(['owner']);
  await end();
  expect(await watch()).toMatchObject({ ended: 1 });
  expect(alerts().filter((alert) => alert.startsWith(kind))).toEqual([`${kind} ${is} ended`]);
  expect(lettersTo()).toEqual(['owner']);
});

test('a measured alert keeps its figure while nothing is measured, and stays', async () => {
  await addOperator('auditor');
  allSay({ 'onca_price_age_seconds{metal="gold"}': ALARMS['price-old'].begins });
  await watch();
  minutes = [];
  expect(await watch()).toMatchObject({ began: 0, ended: 0 });
  expect(alerts()).toEqual([`price-old gold ${ALARMS['price-old'].begins}`]);
});

test('a withdrawal that waits for a rate is told of after an hour in which the market was open, until it goes', async () => {
  const FRIDAY_EVENING = Date.parse('2026-11-20T20:00:00Z');
  await addWithdrawal(db, { id: 'x', accountId: 'ana', state: 'ready', at: FRIDAY_EVENING });
  db.exec(`UPDATE withdrawals SET unsent_because = 'rate', unsent_since = ${FRIDAY_EVENING}`);
  // Friday was a holiday; on Monday the market opens at 13:00 UTC.
  for (const time of ['2026-11-21T15:00:00Z', '2026-11-23T12:59:00Z', '2026-11-23T13:59:00Z']) {
    now = Date.parse(time);
    expect(await watch()).toMatchObject({ began: 0 });
  }
  now += MINUTE_MS;
  expect(await watch()).toMatchObject({ began: 1 });
  now += 12 * HOUR_MS;
  expect(await watch()).toMatchObject({ began: 0, ended: 0 });
  expect(alerts()).toEqual(['withdrawals-ready-long rate 1']);
  db.exec(`UPDATE withdrawals SET unsent_because = NULL, unsent_since = NULL`);
  expect(await watch()).toMatchObject({ ended: 1 });
});

test('a withdrawal that is stuck for good hides none that comes after it', async () => {
  await addOperator('auditor');
  await addWithdrawal(db, { id: 'w', accountId: 'ana', state: 'sending', at: NOW, reference: 'r' });
  await addWithdrawal(db, { id: 'x', accountId: 'ana', state: 'sending', at: NOW + HOUR_MS, reference: 's' });
  for (const hours of [0, 1]) {
    now = NOW + SENDING_LONG_MS + hours * HOUR_MS;
    expect(await watch()).toMatchObject({ began: 1, ended: 0 });
  }
  expect(alerts()).toEqual(['withdrawals-sending-long w 20000', 'withdrawals-sending-long x 20000']);
  expect(lettersTo()).toEqual(['auditor', 'auditor']);
});

test('while a finding of the check of the books lasts, one of another rule is told too, and each ends by itself', async () => {
  await addOperator('auditor');
  check(1, CASH);
  expect(await watch()).toMatchObject({ began: 1 });
  check(2, SUMS, CASH, SUMS);
  expect(await watch()).toMatchObject({ began: 1, ended: 0 });
  expect(alerts()).toEqual([`ledger-check-failed ${CASH} 1`, `ledger-check-failed ${SUMS} 2`]);
  const letters = db.prepared('SELECT message FROM mail_outbox ORDER BY message').all();
  expect(letters.map(({ message }) => (JSON.parse(String(message)) as { subject: string }).subject)).toEqual([
    CASH,
    SUMS,
  ]);
  check(3, SUMS, SUMS);
  expect(await watch()).toMatchObject({ began: 0, ended: 1 });
  expect(alerts()).toEqual([`ledger-check-failed ${CASH} 1 ended`, `ledger-check-failed ${SUMS} 2`]);
});

test('however many rules of the check of the books are broken, each is told', async () => {
  const rules = LEDGER_RULES.map(({ rule }) => rule);
  check(1, ...rules);
  expect(await watch()).toMatchObject({ began: rules.length });
  expect(await watch()).toMatchObject({ began: 0, ended: 0 });
});

test('what begins again is told again, and an alert that ended is not changed', async () => {
  await addOperator('auditor');
  for (const [n, rules] of [[CASH], [], [CASH]].entries()) {
    check(n + 1, ...rules);
    now += 1;
    await watch();
  }
  expect(alerts()).toEqual([`ledger-check-failed ${CASH} 1 ended`, `ledger-check-failed ${CASH} 1`]);
  expect(lettersTo()).toEqual(['auditor', 'auditor']);
  expect(() => db.exec('UPDATE operator_alerts SET figure = 9, ended_at = NULL')).toThrow(/stays as it was/u);
});

test('the figure follows while it lasts', async () => {
  db.exec("UPDATE stock SET free_e4 = 0, uncovered_e4 = 7 WHERE metal = 'gold'");
  await watch();
  db.exec("UPDATE stock SET uncovered_e4 = 9 WHERE metal = 'gold'");
  expect(await watch()).toMatchObject({ began: 0, ended: 0 });
  expect(alerts()).toEqual(['metal-uncovered gold 9']);
});

test('letters go to those who may look into it, and to nobody else', async () => {
  for (const role of ['support', 'compliance', 'treasury', 'content', 'auditor', 'owner'] as const)
    await addOperator(role);
  await addOperator('support', 'premium', 'premium-support');
  await addOperator('owner', 'standard', 'suspended');
  db.exec(`UPDATE users SET status = 'suspended' WHERE id = 'suspended'`);
  check(1, CASH);
  await watch();
  expect(lettersTo()).toEqual(['auditor', 'compliance', 'owner', 'treasury']);
  db.exec('DELETE FROM mail_outbox');
  complaint('1', NOW);
  await watch();
  // Contact messages need tier premium as well.
  expect(lettersTo()).toEqual(['premium-support']);
});

test('two runs at the same moment tell it once', async () => {
  await addOperator('owner');
  check(1, CASH);
  await Promise.all([watch(), watch(), watch()]);
  expect(alerts()).toHaveLength(1);
  expect(lettersTo()).toEqual(['owner']);
});

test('a call that failed is made again after ever longer waits, and then given up', () => {
  const waits = [1, 2, 3, 4, 5, 6, 7].map((attempts) => nextAlertCallAt(attempts, 0));
  expect(waits.map((ms) => (ms === null ? null : ms / MINUTE_MS))).toEqual([1, 2, 5, 15, 60, 180, null]);
});

describe('the webhook', () => {
  type Call = { readonly headers: IncomingHttpHeaders; readonly body: string };
  const calls: Call[] = [];
  let server: Server;
  let answer: 'ok' | 'error' | 'redirect' | 'slow' | 'huge' = 'ok';
  let url = '';

  beforeEach(async () => {
    calls.length = 0;
    answer = 'ok';
    server = createServer((request, response) => {
      let body = '';
      request.on('data', (part: Buffer) => (body += part.toString()));
      request.on('end', () => {
        calls.push({ headers: request.headers, body });
        if (answer === 'slow') return;
        response.writeHead(answer === 'error' ? 500 : answer === 'redirect' ? 302 : 200, {
          Location: `${url}elsewhere`,
        });
        if (answer !== 'huge') return void response.end('{}');
        const flood = setInterval(() => response.write('x'.repeat(65_536)), 1);
        response.on('close', () => clearInterval(flood));
      });
    });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  const state = () =>
    db
      .prepared(
        'SELECT event, attempts, next_attempt_at AS nextAt, sent_at AS sentAt, last_error AS error FROM operator_alert_calls ORDER BY event',
      )
      .all();
  const isSigned = ({ headers, body }: Call, secret: string) =>
    String(headers['webhook-signature'])
      .split(' ')
      .includes(
        `v1,${createHmac('sha256', secret).update(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`).digest('base64')}`,
      );

  test('is called once when it begins and once when it ends, signed', async () => {
    check(1, CASH);
    expect(await watch(url)).toMatchObject({ called: 1, failed: 0 });
    expect(await watch(url)).toMatchObject({ called: 0 });
    check(2);
    now += 60_000;
    await watch(url);
    const bodies = calls.map(({ body }) => JSON.parse(body) as Record<string, unknown>);
    expect(bodies).toEqual([
      {
        id: expect.any(String),
        event: 'began',
        kind: 'ledger-check-failed',
        runbook: '.github/runbooks/ledger-check-failed.md',
        subject: CASH,
        figure: 1,
        beganAt: new Date(NOW).toISOString(),
        endedAt: null,
      },
      expect.objectContaining({ event: 'ended', endedAt: new Date(NOW + 60_000).toISOString() }),
    ]);
    expect(calls.map((call) => isSigned(call, SECRET))).toEqual([true, true]);
    expect(calls.map((call) => isSigned(call, `${SECRET}x`))).toEqual([false, false]);
    expect(new Set(calls.map(({ headers }) => headers['webhook-id'])).size).toBe(2);
  });

  test('is signed with both values of a secret that is being changed', async () => {
    check(1, CASH);
    const fresh = `${SECRET}-new`;
    await watchForOperators(depsAt(url, `${fresh},${SECRET}`), [], 300);
    expect([fresh, SECRET].map((secret) => calls[0] !== undefined && isSigned(calls[0], secret))).toEqual([
      true,
      true,
    ]);
  });

  test.each([
    ['error', 'The webhook answered 500'],
    ['redirect', 'The webhook answered 302'],
    ['slow', 'The webhook did not answer in 300 ms'],
  ] as const)('that is %s is tried again later', async (how, error) => {
    answer = how;
    check(1, CASH);
    expect(await watch(url)).toMatchObject({ called: 1, failed: 1 });
    expect(state()).toEqual([
      { event: 'began', attempts: 1, nextAt: NOW + FIRST_WAIT_MS, sentAt: null, error },
    ]);
    expect(await watch(url)).toMatchObject({ called: 0 });
    answer = 'ok';
    now = NOW + FIRST_WAIT_MS;
    expect(await watch(url)).toMatchObject({ called: 1, failed: 0 });
    expect(state()).toMatchObject([{ attempts: 2, nextAt: null, sentAt: now, error: null }]);
    expect(calls).toHaveLength(2);
  });

  test('that answers without end has answered', async () => {
    answer = 'huge';
    check(1, CASH);
    expect(await watch(url)).toMatchObject({ called: 1, failed: 0 });
  });

  test('that is gone is given up after the last wait, and the alert stands all the same', async () => {
    server.close();
    check(1, CASH);
    const tries = ALERT_CALL_WAITS_MS.length + 1;
    for (let attempt = 1; attempt <= tries; attempt += 1) {
      expect(await watch(url)).toMatchObject({ called: 1, failed: 1 });
      now = nextAlertCallAt(attempt, now) ?? now;
    }
    now += 10 * 86_400_000;
    expect(await watch(url)).toMatchObject({ called: 0 });
    expect(state()).toMatchObject([
      { attempts: tries, nextAt: null, sentAt: null, error: 'The webhook could not be reached' },
    ]);
    expect(alerts()).toEqual([`ledger-check-failed ${CASH} 1`]);
  });

  test('is called by one of two runs, and by another one where its caller died', async () => {
    check(1, CASH);
    await watch();
    await Promise.all([watch(url), watch(url)]);
    // An alert from before there was a webhook is told to nobody by it.
    expect(calls).toHaveLength(0);
    check(2);
    await Promise.all([watch(url), watch(url)]);
    expect(calls).toHaveLength(1);
    db.exec(`UPDATE operator_alert_calls SET sent_at = NULL, next_attempt_at = ${now + ALERT_CALL_CLAIM_MS}`);
    now += ALERT_CALL_CLAIM_MS;
    expect(await watch(url)).toMatchObject({ called: 1 });
  });
});
