// The browsers a customer has signed in from. What is kept is the hash of a secret, so a copy of the table names no device.

import { DEVICE_KEPT_MS } from '../domain/session-rules.ts';
import { sweep } from './sweep.ts';

export async function isKnownDevice(db: D1Database, userId: string, deviceHash: string): Promise<boolean> {
  const row = await db
    .prepare('SELECT 1 AS known FROM known_devices WHERE user_id = ?1 AND device_hash = ?2')
    .bind(userId, deviceHash)
    .first();
  return row !== null;
}

/** The same before anybody has signed in: whether this browser has signed in to the account of this e-mail. */
export async function isKnownDeviceOfEmail(
  db: D1Database,
  email: string,
  deviceHash: string,
): Promise<boolean> {
  const row = await db
    .prepare(
      `SELECT 1 AS known FROM users u JOIN known_devices d ON d.user_id = u.id AND d.device_hash = ?2
       WHERE u.email = ?1`,
    )
    .bind(email, deviceHash)
    .first();
  return row !== null;
}

/** Goes into the batch of the sign-in. */
export function knowDeviceStatement(
  db: D1Database,
  device: { readonly userId: string; readonly hash: string },
  now: number,
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO known_devices (user_id, device_hash, first_seen_at, last_seen_at) VALUES (?1, ?2, ?3, ?3)
       ON CONFLICT (user_id, device_hash) DO UPDATE SET last_seen_at = max(last_seen_at, excluded.last_seen_at)`,
    )
    .bind(device.userId, device.hash, now);
}

/** A browser's cookie becomes another one: all accounts that knew it know the new one, and whoever has a copy is a stranger. */
export function changeDeviceStatement(db: D1Database, hash: string, newHash: string): D1PreparedStatement {
  return db.prepare('UPDATE known_devices SET device_hash = ?2 WHERE device_hash = ?1').bind(hash, newHash);
}

/** After a password reset only the device that made it stays known; sign-ins from others are reported again. */
export function forgetDevicesStatement(
  db: D1Database,
  userId: string,
  exceptHash: string | null,
): D1PreparedStatement {
  return db
    .prepare('DELETE FROM known_devices WHERE user_id = ?1 AND device_hash IS NOT ?2')
    .bind(userId, exceptHash);
}

/** Devices whose cookie has run out. */
export function sweepDevices(db: D1Database, now: number): Promise<number> {
  return sweep(db, {
    table: 'known_devices',
    key: 'user_id, device_hash',
    over: 'last_seen_at < ?1',
    oldestFirst: 'last_seen_at',
    params: [now - DEVICE_KEPT_MS],
  });
}
