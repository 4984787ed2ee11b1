// Who says whether a number, a name and a birth date belong together, and whether lists of sanctions and the like have such a name. A
// check is asked with a key of its own, so that asking twice is one check; who cannot say yet is asked again by the cron.

import type { CheckOutcome, IdentityKind, ListsOutcome } from '../domain/identity.ts';
import { SANDBOX_PROVIDER, sandboxProvider } from './identity-provider-sandbox.ts';

export type IdentityCheck = {
  /** The provider's idempotency key. */
  readonly key: string;
  readonly kind: IdentityKind;
  readonly country: string;
  readonly number: string;
  readonly fullName: string;
  /** YYYY-MM-DD. */
  readonly birthDate: string;
};

export type IdentityAnswer<Outcome extends CheckOutcome | ListsOutcome = CheckOutcome> = {
  readonly outcome: Outcome;
  /** The provider's own name of the check. */
  readonly reference: string | null;
};

export type IdentityProvider = {
  readonly name: string;
  /** A provider that throws cannot be reached. */
  readonly check: (check: IdentityCheck) => Promise<IdentityAnswer>;
  /** The same of the lists. */
  readonly lists: (check: IdentityCheck) => Promise<IdentityAnswer<ListsOutcome>>;
};

/**
 * The sandbox asks nobody, so it exists everywhere but in production: there, without a provider, what is given waits for the operators,
 * who decide each one by hand.
 */
export function identityProviderOf(env: Pick<Env, 'ENVIRONMENT'>): IdentityProvider | null {
  const isProduction: boolean = (env.ENVIRONMENT as string) !== 'local';
  return isProduction ? null : sandboxProvider;
}

/** Whether what this provider says is a test, which every page says beside it. */
export const isTestProvider = (name: string | null): boolean => name === SANDBOX_PROVIDER;
