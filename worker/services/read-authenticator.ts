// The authenticator app of the two seeded operators, for a developer's machine without a phone at hand. It exists nowhere else,
// and of other accounts it knows nothing: their keys are sealed for them alone.

import { totpCodeOf } from '../auth/totp.ts';
import { openTotpKey } from '../auth/totp-key.ts';
import { findTotp } from '../db/totp.ts';
import { findCustomer } from '../db/users.ts';
import { DEMO_OPERATOR_IDS } from '../domain/demo.ts';
import { TOTP_PERIOD_MS } from '../domain/factors.ts';
import type { Deps } from './deps.ts';
import { hasMailbox } from './read-mailbox.ts';

export type DemoCode = {
  readonly email: string;
  /** Null for the seconds in which every code that would be taken has been used. */
  readonly code: string | null;
};

export async function demoCodes(deps: Pick<Deps, 'db' | 'env' | 'now'>): Promise<readonly DemoCode[]> {
  if (!hasMailbox(deps.env)) return [];
  const step = Math.floor(deps.now() / TOTP_PERIOD_MS);
  const found = await Promise.all(
    DEMO_OPERATOR_IDS.map(async (id): Promise<DemoCode[]> => {
      const [customer, totp] = await Promise.all([findCustomer(deps.db, id), findTotp(deps.db, id)]);
      if (customer === null || totp === null) return [];
      const key = await openTotpKey(deps.env.PASSWORD_PEPPER, id, totp.sealedSecret);
      if (key === null) return [];
      // Each code is taken once; the next one is taken a step early.
      const unused = Math.max(step, totp.lastStep + 1);
      const code = unused <= step + 1 ? totpCodeOf(key, unused) : null;
      return [{ email: customer.profile.email, code }];
    }),
  );
  return found.flat();
}
