// What tests see of the Worker: its entry (for `exports.default.fetch`) and the bindings only tests have.

declare namespace Cloudflare {
  interface GlobalProps {
    mainModule: typeof import('../../worker/index.ts');
    durableNamespaces: 'PriceHub';
  }
  interface Env {
    TEST_MIGRATIONS: import('cloudflare:test').D1Migration[];
  }
}
