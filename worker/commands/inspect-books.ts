// Every rule of the nightly check, and every day of storage and every hour and day of an account computed again.

import { inspectAccountDays } from '../db/account-days-check.ts';
import { inspectLedger } from '../db/ledger-check.ts';
import { inspectStorageDays } from '../db/storage-check.ts';

export async function inspectBooks(db: D1Database) {
  const nightly = await inspectLedger(db);
  const found = new Set(nightly.findings.map(({ rule, subject }) => `${rule} ${subject}`));
  const ofDays = [...(await inspectStorageDays(db)), ...(await inspectAccountDays(db))];
  return {
    ...nightly,
    findings: [
      ...nightly.findings,
      ...ofDays.filter(({ rule, subject }) => !found.has(`${rule} ${subject}`)),
    ],
  };
}
