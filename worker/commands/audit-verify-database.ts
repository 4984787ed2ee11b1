// The check of the audit log in a database, line by line from the first on.

import { auditHead } from '../db/audit-log.ts';
import { followAuditLines, NO_AUDIT_FILTER } from '../db/operators/audit-log.ts';
import { ChainFollower, type Verdict, type VerifyOptions } from './audit-verify-file.ts';

const READ_AT_ONCE = 1_000;

export async function verifyAuditLog(db: D1Database, options: VerifyOptions): Promise<Verdict> {
  const follower = new ChainFollower(options);
  const { seq: upTo } = await auditHead(db);
  for (let after = 0; after < upTo;) {
    const span = { after, upTo, limit: READ_AT_ONCE };
    const lines = await followAuditLines(db, NO_AUDIT_FILTER, span);
    if (!lines.every((line) => follower.take(line)) || lines.length === 0) break;
    after = lines.at(-1)?.seq ?? upTo;
  }
  const verdict = follower.verdict();
  const { place, broken } = verdict;
  // The head points past the last line: the end was cut off.
  const isShort = broken === null && place.seq < upTo;
  return isShort ? { ...verdict, broken: { seq: place.seq + 1, kind: 'missing' } } : verdict;
}
