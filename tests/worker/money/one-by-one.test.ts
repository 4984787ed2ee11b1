// The tests of trades once more, with each trade posted by itself: without the desk everything is as with it. In the deep run all
// tests of money that trade.

import { afterAll, beforeAll, describe, inject } from 'vitest';
import { useDesk } from '../../support/money-calls.ts';

const usual = import.meta.glob('./trades.test.ts', { query: '?one-by-one' });
const deep = import.meta.glob(
  [
    './{races,trouble,bonus,receipts,step-up-sum}.test.ts',
    '../identity/purchase-levels.test.ts',
    '../security/freeze*.test.ts',
  ],
  { query: '?one-by-one' },
);

for (const [path, load] of Object.entries({ ...usual, ...(inject('deep') ? deep : {}) })) {
  describe(`without the desk, ${path}`, async () => {
    beforeAll(() => useDesk(false));
    afterAll(() => useDesk(true));
    await load();
  });
}
