// The routes of the product with the shape of what each takes, read from the app itself. A validator keeps its schema to itself, so the
// code of `worker/http/validate.ts` is changed as it is loaded, here alone: each validator then carries its schema.

import { registerHooks } from 'node:module';
import type * as v from 'valibot';

export type Schema = v.GenericSchema<unknown, unknown>;

export type Shape = { readonly body: Schema | null; readonly query: Schema | null };

const VALIDATORS = '/worker/http/validate.ts';
const CARRYING = `
export const jsonBody = (schema) => Object.assign(plainJsonBody(schema), { body: schema });
export const query = (schema) => Object.assign(plainQuery(schema), { query: schema });
`;

function carrying(code: string): string {
  const changed = code
    .replace('export function jsonBody<', 'function plainJsonBody<')
    .replace('export function query<', 'function plainQuery<');
  if ((changed.match(/\nfunction plain/gu) ?? []).length !== 2)
    throw new Error(`${VALIDATORS} has no jsonBody and query`);
  return changed + CARRYING;
}

/** By `METHOD /path/:of/route`, as tests/worker/security/isolation-routes.ts names them. */
export async function shapesOfRoutes(): Promise<ReadonlyMap<string, Shape>> {
  const hooks = registerHooks({
    load: (url, context, next) => {
      const loaded = next(url, context);
      if (!url.endsWith(VALIDATORS)) return loaded;
      return { ...loaded, source: carrying(String(loaded.source)) };
    },
  });
  const { app } = await import('../../worker/app.ts');
  hooks.deregister();
  const shapes = new Map<string, Shape>();
  for (const { method, path, handler } of app.routes) {
    const { body, query } = handler as Partial<Shape>;
    const name = `${method} ${path}`;
    const known = shapes.get(name) ?? { body: null, query: null };
    shapes.set(name, { body: body ?? known.body, query: query ?? known.query });
  }
  return shapes;
}

/** The keys that an object of this schema may have, with the schema of each; of several kinds of object all of them. */
export function fieldsOf(schema: Schema): ReadonlyMap<string, Schema> {
  const fields = new Map<string, Schema>();
  for (const one of objectsIn(schema)) {
    for (const [key, field] of Object.entries(one.entries)) if (!fields.has(key)) fields.set(key, field);
  }
  return fields;
}

export type Parts = {
  readonly type: string;
  readonly entries?: Readonly<Record<string, Schema>>;
  readonly options?: readonly Schema[];
  readonly wrapped?: Schema;
  readonly pipe?: readonly Schema[];
  readonly item?: Schema;
};

/** What a schema is made of. */
export const partsOf = (schema: Schema): Parts => schema as unknown as Parts;

function objectsIn(schema: Schema): { readonly entries: Readonly<Record<string, Schema>> }[] {
  const { entries, options, wrapped } = partsOf(schema);
  if (entries !== undefined) return [{ entries }];
  if (wrapped !== undefined) return objectsIn(wrapped);
  return (options ?? []).flatMap((one) => (typeof one === 'object' ? objectsIn(one) : []));
}
