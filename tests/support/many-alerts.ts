// A hundred thousand alerts of two thousand customers, written in three statements: what the cost of a price is measured
// against. Targets of gold a cent apart, half of them above MIDDLE and half below.

import { CUSTOMER_PASSWORD_HASH } from './customers.ts';

export const MANY = { customers: 2_000, alerts: 100_000 } as const;
export const MIDDLE = 440_000;
const HALF = MANY.alerts / 2;

export async function writeManyAlerts(db: D1Database): Promise<void> {
  await db
    .prepare(
      `WITH RECURSIVE n (i) AS (VALUES (0) UNION ALL SELECT i + 1 FROM n WHERE i < ${MANY.customers - 1})
       INSERT INTO users (id, email, full_name, phone, password_hash, terms_version, terms_accepted_at, created_at,
                          updated_at, last_active_at, email_confirmed_at)
       SELECT 'c' || i, 'c' || i || '@example.com', 'Ana Prado', '5511987654321', ?1, '1', 1, 1, 1, 1, 1 FROM n`,
    )
    .bind(CUSTOMER_PASSWORD_HASH)
    .run();
  await db
    .prepare("INSERT INTO settings (user_id, updated_at) SELECT id, 1 FROM users WHERE id GLOB 'c[0-9]*'")
    .run();
  await db
    .prepare(
      `WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < ${HALF})
       INSERT INTO alerts (id, user_id, metal, direction, target_cents, rearm_cents, is_active, state, since, created_at)
       SELECT 'a' || i, 'c' || (i % ${MANY.customers}), 'gold', 'above', ${MIDDLE} + i, (${MIDDLE} + i) * 9975 / 10000, 1,
              'armed', 0, 1 FROM n
       UNION ALL
       SELECT 'b' || i, 'c' || (i % ${MANY.customers}), 'gold', 'below', ${MIDDLE} - i, (${MIDDLE} - i) * 10025 / 10000 + 1, 1,
              'armed', 0, 1 FROM n`,
    )
    .run();
}
