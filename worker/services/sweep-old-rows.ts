// For the minute cron: what is over leaves the database, by the rule of each table, so much at a time (db/sweep.ts). What stays, and
// why, is in .github/scaling.md.

import { sweepDeliveries } from '../db/alert-deliveries.ts';
import { sweepAttempts } from '../db/attempts.ts';
import { sweepDevices } from '../db/known-devices.ts';
import { sweepLinks } from '../db/mailed-links.ts';
import { sweepUnconfirmed } from '../db/newsletter.ts';
import { sweepSessions } from '../db/old-sessions.ts';
import { sweepOutbox } from '../db/outbox-queue.ts';
import { sweepChallenges } from '../db/passkeys.ts';
import { sweepPendingSignIns } from '../db/pending-sign-ins.ts';
import { sweepSecurityEvents } from '../db/security-events.ts';

type Sweep = (db: D1Database, now: number) => Promise<number>;

const SWEEPS: readonly (readonly [what: string, sweep: Sweep])[] = [
  ['sessions', sweepSessions],
  ['links', sweepLinks],
  ['devices', sweepDevices],
  ['security-events', sweepSecurityEvents],
  ['mail', sweepOutbox],
  ['subscribers', sweepUnconfirmed],
  ['alert-log', sweepDeliveries],
  ['attempts', sweepAttempts],
  ['tickets', sweepPendingSignIns],
  ['challenges', sweepChallenges],
];

/** How many rows went, of those tables that had any. */
export async function sweepOldRows(db: D1Database, now: number): Promise<Readonly<Record<string, number>>> {
  const counted: Record<string, number> = {};
  const failures: string[] = [];
  for (const [what, sweep] of SWEEPS) {
    try {
      const swept = await sweep(db, now);
      if (swept > 0) counted[what] = swept;
    } catch (error) {
      // The other tables are swept all the same.
      failures.push(`${what}: ${String(error)}`);
    }
  }
  if (failures.length > 0) throw new Error(`sweeps failed: ${failures.join('; ')}`);
  return counted;
}
