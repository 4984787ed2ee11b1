// Password hashes: scrypt (N=2^14, r=8, p=5) over a peppered password, written in PHC form with the costs, the version and the
// pepper's key, so that all can change later. A password itself is never stored, logged or compared, nor leaves the isolate that was
// asked: the work is handed on with the peppered one (password-work.ts).

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { type Derive, deriveHere, type PasswordCosts } from './password-work.ts';
import { keysFor, soundValuesOf } from './secrets.ts';

const LOG2_N = 14;
const BLOCK_SIZE = 8;
const PARALLELISM = 5;
const SALT_BYTES = 16;
const HASH_BYTES = 32;
/** Written as `v=2`; a hash without it is of version 1. */
const VERSION = 2;

type StoredHash = PasswordCosts & {
  /** Names the pepper's key. Null before keys had names: such a hash is of the text as it was typed, under the pepper itself. */
  readonly kid: string | null;
  readonly salt: Uint8Array;
  readonly hash: Uint8Array;
};

const COSTS: PasswordCosts = { logN: LOG2_N, r: BLOCK_SIZE, p: PARALLELISM, version: VERSION };
const PHC =
  /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})(?:,v=(2))?(?:,k=([A-Za-z0-9_-]{8}))?\$([A-Za-z0-9+/]{22,88})\$([A-Za-z0-9+/]{43,88})$/u;

/** Used for an account that does not exist: the same work is done, and no password matches. */
const NOBODY: StoredHash = {
  ...COSTS,
  kid: null,
  salt: new Uint8Array(SALT_BYTES),
  hash: new Uint8Array(HASH_BYTES),
};

/** `derive`: who does the work; this isolate does where nobody else is named. */
export async function hashPassword(
  password: string,
  pepper: string,
  derive: Derive = deriveHere,
): Promise<string> {
  const salt = Uint8Array.from(randomBytes(SALT_BYTES));
  const [{ kid, bytes }] = keysFor(pepper, 'password');
  const hash = await derive({ ...COSTS, input: peppered(composed(password), bytes), salt, size: HASH_BYTES });
  return `$scrypt$ln=${LOG2_N},r=${BLOCK_SIZE},p=${PARALLELISM},v=${VERSION},k=${kid}$${base64(salt)}$${base64(hash)}`;
}

/** One letter typed on two keyboards is one letter. */
function composed(password: string): string {
  return password.normalize('NFC');
}

/**
 * Whether the password is the one behind `stored`. `stored` is null for an unknown account: the answer is false
 * after exactly the same work, so that time does not tell who has an account.
 */
export async function verifyPassword(
  stored: string | null,
  password: string,
  pepper: string,
  derive: Derive = deriveHere,
): Promise<boolean> {
  const expected = stored === null ? NOBODY : parse(stored);
  const key = keyOf(expected, pepper);
  const text = composed(password);
  // Old hashes are of the text as it was typed. The number of forms depends on nothing but what was typed now.
  const forms = text === password ? [text] : [text, password];
  const { hash, salt, logN, r, p, version } = expected;
  let fits = false;
  for (const form of forms) {
    const input = peppered(form, key);
    const made = await derive({ input, salt, size: hash.length, logN, r, p, version });
    fits = timingSafeEqual(made, hash) || fits;
  }
  return fits && stored !== null;
}

/** Whether the hash should be made anew, now that the password is known: of old costs or version, or not under the newest pepper. */
export function isOutdatedHash(stored: string, pepper: string): boolean {
  const { kid, logN, version } = parse(stored);
  return kid !== keysFor(pepper, 'password')[0].kid || logN < LOG2_N || version < VERSION;
}

/** Another key stands in for one that was taken out: nothing fits, after the same work. */
function keyOf({ kid }: StoredHash, pepper: string): Uint8Array | string {
  // Before keys had names there was one value: now the oldest.
  if (kid === null) return soundValuesOf(pepper, 'passwords').at(-1) ?? '';
  const keys = keysFor(pepper, 'password');
  return (keys.find((key) => key.kid === kid) ?? keys[0]).bytes;
}

function parse(stored: string): StoredHash {
  const [, logN, r, p, version, kid, salt, hash] = PHC.exec(stored) ?? [];
  if (salt === undefined || hash === undefined) throw new Error('A stored password hash is not in PHC form');
  return {
    logN: Number(logN),
    r: Number(r),
    p: Number(p),
    version: Number(version ?? 1),
    kid: kid ?? null,
    salt: Uint8Array.from(Buffer.from(salt, 'base64')),
    hash: Uint8Array.from(Buffer.from(hash, 'base64')),
  };
}

/** The HMAC also fixes the length of scrypt's input, whatever the customer typed. */
function peppered(password: string, key: Uint8Array | string): Uint8Array {
  return Uint8Array.from(createHmac('sha256', key).update(password, 'utf8').digest());
}

/** PHC strings carry base64 without padding. */
function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64').replaceAll('=', '');
}
