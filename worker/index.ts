// The Worker's entry: wiring only.

import { app } from './app.ts';
import { scheduled } from './scheduled.ts';

export { MetricsKeeper } from '../durable-objects/metrics-keeper.ts';
export { PasswordHasher } from '../durable-objects/password-hasher.ts';
export { PriceHub } from '../durable-objects/price-hub.ts';
export { TradeDesk } from '../durable-objects/trade-desk.ts';
export { PriceRelay } from '../durable-objects/price-relay.ts';

export default { fetch: app.fetch, scheduled } satisfies ExportedHandler<Env>;
