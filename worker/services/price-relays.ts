// Which relay holds whose sockets. The Worker that opens a socket and the hub that has a notice for its customer ask the same
// function, so a customer's sockets are on one relay, and so are those of visitors behind one address.

import type { PriceRelay } from '../../durable-objects/price-relay.ts';
import { fnv1a } from '../domain/fnv1a.ts';

/** The hub calls every relay with every frame. */
const RELAYS_MAX = 50;

const LOCATIONS: readonly DurableObjectLocationHint[] = [
  'wnam',
  'enam',
  'sam',
  'weur',
  'eeur',
  'apac',
  'oc',
  'afr',
  'me',
];

/** The setting PRICE_RELAYS; whatever is no such number means one. */
export function relayCount({ PRICE_RELAYS }: Pick<Env, 'PRICE_RELAYS'>): number {
  const count = Number(PRICE_RELAYS);
  return Number.isInteger(count) && count >= 1 && count <= RELAYS_MAX ? count : 1;
}

/** From 0; `owner` is a customer's id, or a visitor's address. */
export function relayIndex(owner: string, count: number): number {
  return fnv1a(owner) % count;
}

export function relayAt(env: Env, index: number): DurableObjectStub<PriceRelay> {
  // Wrangler's generated type knows the binding's class by name only.
  const namespace = env.PRICE_RELAY as DurableObjectNamespace<PriceRelay>;
  // Taken into account once, when the object is made.
  const locationHint = LOCATIONS.find((location) => location === env.PRICE_RELAYS_NEAR);
  return namespace.get(
    namespace.idFromName(`relay-${index}`),
    locationHint === undefined ? {} : { locationHint },
  );
}

export function relayFor(env: Env, owner: string): DurableObjectStub<PriceRelay> {
  return relayAt(env, relayIndex(owner, relayCount(env)));
}
