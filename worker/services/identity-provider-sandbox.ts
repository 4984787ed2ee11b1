// The built-in provider: answers by the last two digits of the number (domain/identity.ts), and asks nobody.

import { sandboxCheck, sandboxLists } from '../domain/identity.ts';
import type { IdentityProvider } from './identity-provider.ts';

export const SANDBOX_PROVIDER = 'sandbox';

export const sandboxProvider: IdentityProvider = {
  name: SANDBOX_PROVIDER,
  check: async ({ key, number }) => ({ outcome: sandboxCheck(number), reference: `sandbox-${key}` }),
  lists: async ({ key, number }) => ({ outcome: sandboxLists(number), reference: `sandbox-${key}` }),
};
