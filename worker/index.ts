// The Worker's entry: wiring only.

import { app } from './app.ts';
import { scheduled } from './scheduled.ts';

export { PasswordHasher } from '../durable-objects/password-hasher.ts';
export { PriceHub } from '../durable-objects/price-hub.ts';

export default { fetch: app.fetch, scheduled } satisfies ExportedHandler<Env>;
