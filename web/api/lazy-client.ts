// The typed client for code of the first paint: the client and the schema of the reply are loaded with the first call.

import type * as v from 'valibot';
import type { api as typedApi, Reply } from './client.ts';

export async function receiveLazily<S extends v.GenericSchema>(
  schema: () => Promise<S>,
  call: (api: typeof typedApi) => Promise<Reply>,
): Promise<v.InferOutput<S>> {
  const [{ api, receive }, loaded] = await Promise.all([import('./client.ts'), schema()]);
  return receive(loaded, call(api));
}
