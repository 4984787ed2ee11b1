// What tests see of the Worker: its entry (for `exports.default.fetch`) and the bindings only tests have.

import type * as entry from '../../worker/index.ts';

declare global {
  namespace Cloudflare {
    interface GlobalProps {
      mainModule: typeof entry;
      durableNamespaces: 'PriceHub' | 'TradeDesk' | 'PriceRelay' | 'MetricsKeeper' | 'PasswordHasher';
    }
    interface Env {
      /** Of support/migrated-schema.ts. */
      TEST_SCHEMA: string[];
    }
  }
}
