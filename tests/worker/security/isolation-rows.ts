// The rows of a customer's alerts, second factors, links and log, written directly: what matters is only that they exist.

import { hashLinkToken, linkToken } from '../../../worker/auth/mailed-link-token.ts';
import { hashDeviceToken } from '../../../worker/auth/device-token.ts';
import { knowDeviceStatement } from '../../../worker/db/known-devices.ts';
import { mailStatement } from '../../../worker/db/outbox.ts';
import { createLinkStatement } from '../../../worker/db/mailed-links.ts';
import { refusedSignInStatement, securityEventStatement } from '../../../worker/db/security-events.ts';

export function rowsOf(env: Env, userId: string) {
  const now = Date.now();
  const id = () => crypto.randomUUID();
  const [alertId, deliveryId, passkeyId] = [id(), id(), id()];
  const [resetId, documentId, exportId] = [id(), id(), id()];
  const run = (sql: string, ...values: (string | number)[]) => env.DB.prepare(sql).bind(...values);
  const where = { device: 'Firefox · Linux', place: 'Curitiba, BR' };
  const statements: D1PreparedStatement[] = [
    run(
      `INSERT INTO data_exports (id, user_id, requested_at, language, state, ready_at, expires_at, bytes, sha256)
       VALUES (?1, ?2, ?3, 'en', 'ready', ?3, ?4, 1, ?5)`,
      exportId,
      userId,
      now - 2 * 86_400_000,
      now + 86_400_000,
      'a'.repeat(64),
    ),
    run(
      `INSERT INTO alerts (id, user_id, metal, direction, target_cents, rearm_cents, is_active, state, since, created_at)
       VALUES (?, ?, 'gold', 'above', 99000000, 98000000, 1, 'armed', 0, ?)`,
      alertId,
      userId,
      now,
    ),
    run(
      `INSERT INTO alert_deliveries (id, alert_id, user_id, metal, direction, target_cents, price_cents, price_at, tick, by_email, created_at)
       VALUES (?, ?, ?, 'gold', 'above', 99000000, 99100000, ?, 1, 1, ?)`,
      deliveryId,
      alertId,
      userId,
      now,
      now,
    ),
    run(
      `INSERT INTO totp_factors (user_id, sealed_secret, last_step, created_at) VALUES (?, ?, 0, ?)`,
      userId,
      'x'.repeat(80),
      now,
    ),
    run(
      'INSERT INTO recovery_codes (user_id, code_hash, created_at) VALUES (?, ?, ?)',
      userId,
      hashDeviceToken(userId),
      now,
    ),
    run(
      `INSERT INTO passkeys (id, user_id, credential_id, public_key, counter, transports, synced, name, others, created_at)
       VALUES (?, ?, ?, ?, 0, '[]', 0, 'Chave do cofre', 0, ?)`,
      passkeyId,
      userId,
      `credential-${passkeyId}`,
      'p'.repeat(64),
      now,
    ),
    run(
      `INSERT INTO identity_documents (id, user_id, kind, r2_key, sealed_key, sha256, type, bytes, uploaded_at)
       VALUES (?1, ?2, 'selfie', ?1, 'k', ?3, 'image/png', 1, ?4)`,
      documentId,
      userId,
      'a'.repeat(64),
      now,
    ),
    knowDeviceStatement(env.DB, { userId, hash: hashDeviceToken(id()) }, now),
    securityEventStatement(env.DB, { id: id(), userId, kind: 'signed-in', at: now, ...where }),
    refusedSignInStatement(env.DB, { userId, at: now, ...where }),
    createLinkStatement(env.DB, {
      id: resetId,
      purpose: 'password-reset',
      userId,
      email: null,
      subjectId: null,
      tokenHash: hashLinkToken(linkToken(env.SESSION_SECRET, { purpose: 'password-reset', id: resetId })),
      expiresAt: now + 60_000,
      now,
    }),
    mailStatement(env.DB, { id: id(), userId, message: { kind: 'new-sign-in', at: now, ...where }, now }),
    // Sent long ago: what waits is sent whoever calls next.
    run(`UPDATE mail_outbox SET state = 'sent', next_attempt_at = NULL WHERE user_id = ?`, userId),
  ];
  return { statements, alertId, deliveryId, passkeyId, resetId, documentId, exportId };
}
