// The typed client for code of the first paint: the client and the schema of the reply load with the first call.

import type * as v from 'valibot';
import type { api as typedApi, Reply } from './client.ts';

const client = () => import('./client.ts');

export async function receiveLazily<S extends v.GenericSchema>(
  schema: () => Promise<S>,
  call: (api: typeof typedApi) => Promise<Reply>,
): Promise<v.InferOutput<S>> {
  const [{ api, receive }, loaded] = await Promise.all([client(), schema()]);
  return receive(loaded, call(api));
}

/** For a call whose reply has no body. */
export async function callLazily(call: (api: typeof typedApi) => Promise<unknown>): Promise<void> {
  const { api } = await client();
  await call(api);
}
