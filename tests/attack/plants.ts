// How to make, for each route that keeps a text, the record that such a call is about, and the call; and which screen shows it where it is
// shown only once it is opened. A customer's own; those of operators are in plants-operators.ts.

import { Authenticator } from '../support/authenticator.ts';
import { freshCpf } from '../support/customers.ts';
import { ROUTES } from '../worker/security/isolation-routes.ts';
import type { Victim } from '../worker/security/isolation-world.ts';
import { newestMessage, OPERATORS_PLANTS } from './plants-operators.ts';
import type { Planted } from './plant-world.ts';

/** The call that the route's own table has, by the customer who calls. */
const own =
  (name: string, over: object = {}): Planted =>
  async ({ customer }) => ({
    path: ROUTES[name]?.path?.(customer) ?? name.split(' ')[1] ?? '',
    body: { ...(ROUTES[name]?.body?.(customer) as object), ...over },
    as: customer,
  });

const signUp: Planted = async () => ({
  path: '/api/auth/sign-up',
  body: {
    ...(ROUTES['POST /api/auth/sign-up']?.body?.({} as Victim) as object),
    email: `naughty-${crypto.randomUUID()}@example.com`,
  },
  as: null,
});

const passkey: Planted = async (world) => {
  const { customer } = world;
  // One customer may have ten.
  await world.run(
    `DELETE FROM passkeys WHERE user_id = ?1 AND id <> ?2`,
    customer.userId,
    customer.passkeyId,
  );
  const options = await world.call(customer, 'POST', '/api/auth/factors/passkeys/options');
  const { hostname, origin } = new URL(world.target.origin);
  const device = await Authenticator.make();
  const response = await device.create(options as never, { origin, site: hostname });
  return { path: '/api/auth/factors/passkeys', body: { name: 'Key', response }, as: customer };
};

const identity: Planted = async (world, field) => {
  const nobody = await world.stranger();
  const isPassport = field === 'country';
  return {
    path: '/api/identity',
    body: {
      kind: isPassport ? 'passport' : 'cpf',
      number: isPassport ? 'X1234567' : freshCpf('09'),
      fullName: 'Ana Prado',
      birthDate: '1990-05-17',
      ...(field === 'pepDetail' ? { pep: true } : {}),
    },
    as: nobody,
    shown: [`/admin/identities?identity=${nobody.userId}`],
    shownTo: { '/profile/identity': nobody },
  };
};

const appeal: Planted = async (world) => {
  const person = await world.person();
  await world.run(
    `UPDATE identities SET state = 'refused', reason = 'Not enough' WHERE user_id = ?1`,
    person.userId,
  );
  return {
    path: '/api/identity/appeal',
    body: { text: 'It was refused, and it is right' },
    as: person,
    shown: [`/admin/identities?identity=${person.userId}`],
    shownTo: { '/profile/identity': person },
  };
};

const pep: Planted = async (world) => ({
  path: '/api/identity/pep',
  body: { pep: true, pepDetail: 'Mayor' },
  as: world.customer,
  shown: [`/admin/identities?identity=${world.customer.userId}`],
});

export const PLANTS: Readonly<Record<string, Planted>> = {
  'POST /api/auth/sign-up': signUp,
  'PATCH /api/profile': own('PATCH /api/profile'),
  'PATCH /api/auth/factors/passkeys/:passkeyId': own('PATCH /api/auth/factors/passkeys/:passkeyId'),
  'POST /api/auth/factors/passkeys': passkey,
  'POST /api/identity': identity,
  'POST /api/identity/appeal': appeal,
  'PUT /api/identity/pep': pep,
  'POST /api/contact': async (world) => ({
    ...(await own('POST /api/contact')(world, '')),
    as: null,
    shownAfter: () => `/admin/contacts?message=${newestMessage(world)}`,
  }),
  ...OPERATORS_PLANTS,
};
