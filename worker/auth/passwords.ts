// Password hashes: scrypt (N=2^14, r=8, p=5) over a peppered password, written in PHC form so that the costs can
// be raised later. A password itself is never stored, logged or compared.

import { createHmac, randomBytes, scryptSync, timingSafeEqual } from 'node:crypto';
import { inTurn } from './password-queue.ts';

const LOG2_N = 14;
const BLOCK_SIZE = 8;
const PARALLELISM = 5;
const SALT_BYTES = 16;
const HASH_BYTES = 32;

type Costs = { readonly logN: number; readonly r: number; readonly p: number };
type StoredHash = Costs & { readonly salt: Uint8Array; readonly hash: Uint8Array };

const COSTS: Costs = { logN: LOG2_N, r: BLOCK_SIZE, p: PARALLELISM };
const PHC =
  /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{22,88})\$([A-Za-z0-9+/]{43,88})$/u;

/** Used for an account that does not exist: the same work is done, and no password matches. */
const NOBODY: StoredHash = { ...COSTS, salt: new Uint8Array(SALT_BYTES), hash: new Uint8Array(HASH_BYTES) };

export async function hashPassword(password: string, pepper: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await derive(password, pepper, { ...COSTS, salt, hash: new Uint8Array(HASH_BYTES) });
  return `$scrypt$ln=${LOG2_N},r=${BLOCK_SIZE},p=${PARALLELISM}$${base64(salt)}$${base64(hash)}`;
}

/**
 * Whether the password is the one behind `stored`. `stored` is null for an unknown account: the answer is false
 * after exactly the same work, so that time does not tell who has an account.
 */
export async function verifyPassword(
  stored: string | null,
  password: string,
  pepper: string,
): Promise<boolean> {
  const expected = stored === null ? NOBODY : parse(stored);
  const actual = await derive(password, pepper, expected);
  return timingSafeEqual(actual, expected.hash) && stored !== null;
}

function parse(stored: string): StoredHash {
  const [, logN, r, p, salt, hash] = PHC.exec(stored) ?? [];
  if (salt === undefined || hash === undefined) throw new Error('A stored password hash is not in PHC form');
  return {
    logN: Number(logN),
    r: Number(r),
    p: Number(p),
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  };
}

async function derive(password: string, pepper: string, stored: StoredHash): Promise<Uint8Array> {
  if (pepper === '') throw new Error('PASSWORD_PEPPER is not set');
  // The HMAC also fixes the length of scrypt's input, whatever the customer typed.
  const input = createHmac('sha256', pepper).update(password, 'utf8').digest();
  const N = 2 ** stored.logN;
  const maxmem = 2 * 128 * N * stored.r;
  // Sync: the asynchronous one holds a Worker just as long, and could lose its turn to a request that was ended.
  return inTurn(() =>
    scryptSync(input, stored.salt, stored.hash.length, { N, r: stored.r, p: stored.p, maxmem }),
  );
}

/** PHC strings carry base64 without padding. */
function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64').replaceAll('=', '');
}
