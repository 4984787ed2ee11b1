// Levels for browser tests: a check and papers before every deposit would be a test of their own, which identity.test.ts is. The rows go
// straight into the test server's database.

import { maskCpf } from '../../../worker/domain/cpf.ts';
import { holdsUntil } from '../../../worker/domain/identity.ts';
import { freshCpf } from '../../support/fresh.ts';
import { change } from './database.ts';

/** As if the papers of somebody at level 1 had been approved. */
export function raiseToPapers(email: string): void {
  change((database) => {
    const { id } = database.prepare('SELECT id FROM users WHERE email = ?').get(email) as { id: string };
    database
      .prepare(
        `INSERT INTO identity_steps (id, user_id, step, by_kind, from_level, to_level, happened_at)
         VALUES (?, ?, 'matched', 'provider', 1, 2, ?)`,
      )
      .run(crypto.randomUUID(), id, Date.now());
  });
}

/** As if this customer's papers had been approved. The number is nobody's else; nobody can open it. */
export function giveLevel(email: string, level: 1 | 2): void {
  const number = freshCpf();
  const now = Date.now();
  change((database) => {
    const { id } = database.prepare('SELECT id FROM users WHERE email = ?').get(email) as { id: string };
    const step = crypto.randomUUID();
    database
      .prepare(
        `INSERT INTO identities (user_id, kind, country, number_mac, masked, birth_year, state, asks, pep, pep_stated_at, provider,
           given_at, checked_at, expires_at, step_id, updated_at)
         VALUES (?1, 'cpf', 'BR', ?2, ?3, 1990, 'verified', ?4, 0, ?5, 'sandbox', ?5, ?5, ?6, ?7, ?5)`,
      )
      .run(id, `test ${number}`, maskCpf(number), level, now, holdsUntil(now), step);
    database
      .prepare(
        `INSERT INTO identity_steps (id, user_id, step, by_kind, from_level, to_level, happened_at)
         VALUES (?, ?, 'matched', 'provider', 0, ?, ?)`,
      )
      .run(step, id, level, now);
  });
}
