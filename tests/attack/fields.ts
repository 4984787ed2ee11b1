// Every text that a body of the contract has a place for, also inside lists and objects, and by what it is refused or written. Derived from
// the schemas; what they cannot say stands in a table. A field that has no place is a finding, so that nobody adds one unseen.

import * as v from 'valibot';
import { type Route, ROUTES } from '../worker/security/isolation-routes.ts';
import { partsOf, type Schema, shapesOfRoutes } from './contract.ts';
import { isPlain, NAUGHTY, PROBES } from './naughty.ts';
import type { Part } from './part.ts';
import { PLANTS } from './plants.ts';

export type Place =
  /** The form takes no string of ours. */
  | 'refused by its form'
  /** It names something, and is refused where it does not. */
  | 'refused as no name'
  /** The form takes letters and digits alone: no string of ours that anybody has trouble with. */
  | 'plain words alone'
  /** Of whatever is written its digits are kept, and nothing else. */
  | 'kept as digits'
  /** It may be anything, and nobody reads it. */
  | 'taken, shown nowhere'
  /** It is kept, and somebody reads it. */
  | 'written'
  /** It asks for something, and may be anything. */
  | 'parameter';

export type Field = {
  /** `POST /api/contact body message`, `POST /api/admin/incident body text.en`, `GET /api/admin/users query search`. */
  readonly name: string;
  readonly routeName: string;
  readonly route: Route;
  readonly where: 'body' | 'query';
  /** With points where it lies in an object, and 0 where in a list. */
  readonly path: string;
  readonly place: Place | null;
};

/** Whoever has it got it from the product: a link, a code, an id. Any other string is refused. */
const NAMES =
  /\b(?:token|ticket|quote|setup|code|\w+Id|id|gateway|response\.\S+|keepFactors\.0|contradictions\.0|replaces|seen)$/u;

/**
 * Passwords are kept as hashes, traps for programs and filters not at all; an address of a sign-in, ids in lists and what is to be over already
 * are looked up; how a passkey is reached is told to the browser again.
 */
const SHOWN_NOWHERE =
  /assword$|body website$|sign-in body (?:email|phone)$|exports body (?:search|actor|subject)$|(?:ids\.0|upTo|pauseId|transports\.0)$/u;

/** Of the kinds of a body the one that has the field, where that of the routes' table is another. */
const KINDS: readonly (readonly [name: RegExp, body: object])[] = [
  [/payout-accounts body key$/u, { method: 'pix', keyType: 'email', key: 'a@example.com' }],
  [
    /payout-accounts body (?:iban|bic)$/u,
    { method: 'wire', iban: 'DE89370400440532013000', bic: 'DEUTDEFF' },
  ],
  [/api\/identity body country$/u, { kind: 'passport', country: 'PT', number: 'X1234567' }],
  [/(?:identity|identity\/pep) body pepDetail$/u, { pep: true }],
  [/second-factor body response/u, { method: 'passkey', code: undefined }],
  [/step-up body code$/u, { method: 'totp' }],
  [/step-up body password$/u, { method: 'password' }],
  [/admin\/proposals body email$/u, { kind: 'email', roles: undefined, premium: undefined }],
  [/proposals body strayId$/u, { kind: 'deposit-return' }],
  [/proposals body disputeId$/u, { kind: 'charge-back-won' }],
];
/** A sound body that has this field. */
export const bodyWith = (name: string, body: unknown): unknown => ({
  ...(body as object | undefined),
  ...KINDS.find(([of]) => of.test(name))?.[1],
});

/** What is known of a field without asking the product; null: nothing is. */
function placeOf(field: Omit<Field, 'place'>, accepted: readonly string[]): Place | null {
  const { name, where, routeName } = field;
  const keeps = Object.hasOwn(PLANTS, routeName);
  if (where === 'query' && !keeps) return 'parameter';
  if (accepted.length === 0) return 'refused by its form';
  if (SHOWN_NOWHERE.test(name)) return 'taken, shown nowhere';
  if (name.endsWith('body phone')) return 'kept as digits';
  if (NAMES.test(name)) return 'refused as no name';
  if (accepted.every(isPlain)) return 'plain words alone';
  return keeps ? 'written' : null;
}

function textsIn(schema: Schema, path = ''): [path: string, schema: Schema][] {
  const { type, entries, options, wrapped, item } = partsOf(schema);
  const under = (key: string) => (path === '' ? key : `${path}.${key}`);
  if (type === 'string') return [[path, schema]];
  if (entries !== undefined) return Object.entries(entries).flatMap(([key, one]) => textsIn(one, under(key)));
  if (item !== undefined) return textsIn(item, under('0'));
  // A field that may be left out keeps its own rules beside those of what it wraps.
  if (wrapped !== undefined)
    return textsIn(wrapped, path).map(([at, one]) => [at, at === path ? schema : one]);
  return (options ?? []).flatMap((one) => (typeof one === 'object' ? textsIn(one, path) : []));
}

/** The body with this text in that place. */
export function withText(body: unknown, path: string, text: string): unknown {
  const [key = '', ...rest] = path.split('.');
  const inside = (one: unknown) => (rest.length === 0 ? text : withText(one, rest.join('.'), text));
  if (/^\d+$/u.test(key)) return [inside(undefined)];
  const own = (body ?? {}) as Record<string, unknown>;
  return { ...own, [key]: inside(own[key]) };
}

/** Parameters that no schema reads. */
const READ_RAW: readonly (readonly [routeName: string, parameter: string])[] = [
  ['POST /api/newsletter/unsubscribe', 'token'],
  ['GET /api/newsletter/unsubscribe', 'token'],
  ...['callback', 'payouts', 'pix', 'ted'].map(
    (what) => [`POST /api/payments/:gateway/${what}`, 'hmac'] as const,
  ),
];

let known: Promise<readonly Field[]> | undefined;
export const textFields = (): Promise<readonly Field[]> => (known ??= readFields());

async function readFields(): Promise<readonly Field[]> {
  const shapes = await shapesOfRoutes();
  const raw = READ_RAW.flatMap(([routeName, path]) => {
    const route = ROUTES[routeName];
    const name = `${routeName} query ${path}`;
    return route === undefined
      ? []
      : [{ name, routeName, route, where: 'query', path, place: 'parameter' } as const];
  });
  const read = Object.entries(ROUTES).flatMap(([routeName, route]) => {
    const shape = shapes.get(routeName);
    // What a developer's machine alone has is no part of the product.
    if (shape === undefined || route.access === 'local') return [];
    return (['body', 'query'] as const).flatMap((where) => {
      const whole = shape[where];
      if (whole === null) return [];
      return [...new Map(textsIn(whole))].map(([path, schema]) => {
        const field = { name: `${routeName} ${where} ${path}`, routeName, route, where, path };
        const isTaken = (text: string) => v.safeParse(schema, text).success && fits(whole, field, text);
        return Object.assign(field, { place: placeOf(field, [...NAUGHTY, ...PROBES].filter(isTaken)) });
      });
    });
  });
  return [...read, ...raw];
}

/** Whether the rules between the fields take it, in a body that is sound otherwise. */
function fits(whole: Schema, { name, route, where, path }: Omit<Field, 'place'>, text: string): boolean {
  if (where === 'query') return true;
  const parsed = v.safeParse(whole, withText(bodyWith(name, route.body?.(ANYBODY)), path, text));
  return parsed.success || !parsed.issues.some((issue) => v.getDotPath(issue) === path);
}

/** Whose things a sound body names; the form does not ask whether they are there. */
const ANYBODY = new Proxy({} as never, {
  get: (_target, key) => (key === 'email' ? 'a@example.com' : '00000000-0000-4000-8000-000000000000'),
});

export const fields: Part = {
  name: 'fields',
  share: 0,
  run: async ({ find, count }) => {
    const all = await textFields();
    for (const { name, place } of all) {
      count(place ?? 'without a place');
      if (place === null)
        find(name, 'a text field that is neither refused nor written: say in fields.ts or plants.ts which');
    }
    const used = new Set(all.filter(({ place }) => place === 'written').map(({ routeName }) => routeName));
    for (const name of Object.keys(PLANTS)) if (!used.has(name)) find(name, 'in PLANTS, and writes no field');
  },
};
