// Makes the statements that there are again, from the ledger, and says which one is not what was signed: for a restored database. It
// changes nothing.

import { isSigned } from '../auth/signing-keys.ts';
import type { PublicKey } from '../contract/signing-keys.ts';
import { listStatements, readMonthCloses, withStatements } from '../db/statements.ts';
import { sha256Hex } from '../db/sha256.ts';
import { monthsOf, storedBytes } from './statements.ts';

export type StatementVerdict = { readonly statements: number; readonly differences: readonly string[] };

/** `keys` null: signatures are not looked at. */
export async function verifyStatements(
  db: D1Database,
  keys: readonly PublicKey[] | null,
): Promise<StatementVerdict> {
  const closes = await readMonthCloses(db);
  const differences: string[] = [];
  let statements = 0;
  for (const accountId of await withStatements(db)) {
    const periods = (await monthsOf({ db }, accountId, closes))?.periods ?? [];
    for (const row of await listStatements(db, accountId)) {
      statements += 1;
      const name = `${accountId} ${row.month}`;
      const period = periods.find(({ month }) => month === row.month);
      const bytes = period === undefined ? null : await storedBytes({ db }, row, period);
      const { kid, signature, issuedAt: at } = row;
      if (bytes === null) differences.push(`${name}: its month is not closed`);
      else if ((await sha256Hex(bytes)) !== row.sha256) differences.push(`${name}: not what was signed`);
      else if (keys !== null && !(await isSigned(keys, 'statement', bytes, { kid, signature, at })))
        differences.push(`${name}: not signed by a key that is known`);
    }
  }
  return { statements, differences };
}
