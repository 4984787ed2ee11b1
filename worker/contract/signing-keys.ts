// The keys of signatures: as the settings hold them, and as /.well-known/onca-keys.json publishes them (RFC 7517, RFC 8037).

import * as v from 'valibot';
import { IsoTime } from './money.ts';

/** 32 bytes in base64url. */
const Bytes32 = v.pipe(v.string(), v.regex(/^[\w-]{42}[AEIMQUYcgkosw048]$/u));
const curve = { kty: v.literal('OKP'), crv: v.literal('Ed25519'), x: Bytes32, notBefore: IsoTime };

const PrivateKey = v.object({ ...curve, d: Bytes32 });
export type PrivateKey = v.InferOutput<typeof PrivateKey>;

const RetiredKey = v.object({ ...curve, retiredAt: IsoTime });
export type RetiredKey = v.InferOutput<typeof RetiredKey>;

/** One public key: a JSON web key, with the time in which we sign with it. */
const PublicKey = v.object({
  ...curve,
  kid: v.string(),
  use: v.literal('sig'),
  retiredAt: v.nullable(IsoTime),
});
export type PublicKey = v.InferOutput<typeof PublicKey>;

export const KeyFile = v.object({ keys: v.array(PublicKey) });
export type KeyFile = v.InferOutput<typeof KeyFile>;

/** `SIGNING_KEYS`: private keys, newest first, separated by commas. Null for anything else, also for none. */
export function readSigningKeys(setting: string): readonly [PrivateKey, ...PrivateKey[]] | null {
  const keys = readList(PrivateKey, setting) ?? [];
  const [newest, ...older] = keys;
  return newest === undefined ? null : [newest, ...older];
}

/** `RETIRED_KEYS`: public keys that sign no more, separated by commas; none where it is empty. Null for anything else. */
export function readRetiredKeys(setting: string): readonly RetiredKey[] | null {
  return readList(RetiredKey, setting);
}

function readList<S extends v.GenericSchema>(schema: S, setting: string): v.InferOutput<S>[] | null {
  try {
    const parsed = v.safeParse(v.array(schema), JSON.parse(`[${setting}]`));
    return parsed.success ? parsed.output : null;
  } catch {
    return null;
  }
}

/** Whether the settings can be worked with: the newest key is not one that has been retired. */
export function areSoundKeys(signing: string, retired: string): boolean {
  const keys = readSigningKeys(signing);
  const gone = readRetiredKeys(retired);
  return keys !== null && gone !== null && !gone.some(({ x }) => x === keys[0].x);
}
