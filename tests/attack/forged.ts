// Tokens that nobody but we could have made, and that we did not make: of each kind that JSON Web Signatures were ever broken by. The kinds
// are those of Wycheproof's vectors for JSON Web Signatures, whose own texts fit other keys than ours, and of RFC 8725.

import { createHmac, createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';
import { readSigningKeys } from '../../worker/contract/signing-keys.ts';

export type Sort = {
  readonly header: Readonly<Record<string, unknown>>;
  readonly claims: Readonly<Record<string, unknown>>;
  /** With the key that ours are signed with. */
  readonly sign: Signer;
};

export type Signer = (input: string) => Uint8Array;
type Forgery = readonly [name: string, token: string];

const coded = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
const mac =
  (hash: string, key: string | Uint8Array): Signer =>
  (input) =>
    createHmac(hash, key).update(input).digest();
const NOTHING: Signer = () => Buffer.alloc(0);

export function compact(header: unknown, claims: unknown, signer: Signer): string {
  const input = `${coded(header)}.${coded(claims)}`;
  return `${input}.${Buffer.from(signer(input)).toString('base64url')}`;
}

export const hmacSigner = (key: Uint8Array): Signer => mac('sha256', key);

/** With the first of SIGNING_KEYS. */
export function edwardsSigner(keys: string): Signer {
  const [jwk] = readSigningKeys(keys) ?? [];
  if (jwk === undefined) throw new Error('no key that signs');
  const { kty, crv, x, d } = jwk;
  const key = createPrivateKey({ key: { kty, crv, x, d }, format: 'jwk' });
  return (input) => sign(null, Buffer.from(input), key);
}

const STRANGERS = {
  ed25519: generateKeyPairSync('ed25519'),
  ec: generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  rsa: generateKeyPairSync('rsa', { modulusLength: 2048 }),
};
const OCTETS = Buffer.alloc(32, 7);

/** By a key of somebody else, which the header brings along or names. */
function byStrangers({ header, claims }: Sort): Forgery[] {
  const { ed25519, ec, rsa } = STRANGERS;
  const bySigners: readonly (readonly [alg: string, jwk: object, signer: Signer])[] = [
    ['HS256', { kty: 'oct', k: OCTETS.toString('base64url') }, mac('sha256', OCTETS)],
    [
      'EdDSA',
      ed25519.publicKey.export({ format: 'jwk' }),
      (text) => sign(null, Buffer.from(text), ed25519.privateKey),
    ],
    [
      'ES256',
      ec.publicKey.export({ format: 'jwk' }),
      (text) => sign('sha256', Buffer.from(text), { key: ec.privateKey, dsaEncoding: 'ieee-p1363' }),
    ],
    [
      'RS256',
      rsa.publicKey.export({ format: 'jwk' }),
      (text) => sign('sha256', Buffer.from(text), rsa.privateKey),
    ],
  ];
  return bySigners.flatMap(([alg, jwk, signer]) => {
    const named = { ...header, alg };
    return [
      [`a stranger's key, ${alg}`, compact(named, claims, signer)],
      [`jwk, ${alg}`, compact({ ...named, jwk }, claims, signer)],
      [`jwk without kid, ${alg}`, compact({ ...named, kid: undefined, jwk }, claims, signer)],
      [`jku, ${alg}`, compact({ ...named, jku: 'http://127.0.0.1:9/keys.json' }, claims, signer)],
      [`x5u, ${alg}`, compact({ ...named, x5u: 'http://127.0.0.1:9/keys.pem' }, claims, signer)],
      [`x5c, ${alg}`, compact({ ...named, x5c: [OCTETS.toString('base64')] }, claims, signer)],
    ] satisfies Forgery[];
  });
}

/** With a key that anybody knows, or with none. */
function byKnownKeys(
  { header, claims }: Sort,
  known: readonly (readonly [string, string | Uint8Array])[],
): Forgery[] {
  const hashes = [
    ['HS256', 'sha256'],
    ['HS384', 'sha384'],
    ['HS512', 'sha512'],
  ] as const;
  return [
    ...['none', 'None', 'NONE', 'nOnE', ''].flatMap((alg): Forgery[] => [
      [`alg "${alg}", no signature`, compact({ ...header, alg }, claims, NOTHING)],
      [`alg "${alg}", without kid`, compact({ ...header, alg, kid: undefined }, claims, NOTHING)],
    ]),
    ...known.flatMap(([name, key]) =>
      hashes.map(([alg, hash]): Forgery => [
        `${name} as key, ${alg}`,
        compact({ ...header, alg }, claims, mac(hash, key)),
      ]),
    ),
  ];
}

/** Rightly signed by us, with a header that must not be taken. */
function byOddHeaders({ header, claims, sign: own }: Sort): Forgery[] {
  const odd: readonly (readonly [string, object])[] = [
    ['no alg', { alg: undefined }],
    ['alg of a list', { alg: [header['alg']] }],
    ['alg of another hash', { alg: 'HS512' }],
    ['alg RS256', { alg: 'RS256' }],
    ['alg ES256', { alg: 'ES256' }],
    ['alg in small letters', { alg: String(header['alg']).toLowerCase() }],
    ['no kid', { kid: undefined }],
    ['an empty kid', { kid: '' }],
    ['kid of a number', { kid: 0 }],
    ['kid of a list', { kid: [header['kid']] }],
    ['kid of a path', { kid: '../../../../dev/null' }],
    ['kid of SQL', { kid: "' UNION SELECT 'a' --" }],
    ['kid of a prototype', { kid: '__proto__' }],
    ['kid with a space', { kid: `${String(header['kid'])} ` }],
    ['crit of nothing', { crit: [] }],
    ['crit that nobody knows', { crit: ['onca'], onca: true }],
    ['crit of exp', { crit: ['exp'], exp: 1 }],
    ['crit of b64', { crit: ['b64'], b64: false }],
  ];
  return odd.map(([name, over]): Forgery => [name, compact({ ...header, ...over }, claims, own)]);
}

/** A sound token, bent. */
function bent({ header, claims, sign: own }: Sort): Forgery[] {
  const token = compact(header, claims, own);
  const [head = '', body = '', signature = ''] = token.split('.');
  const bytes = Buffer.from(signature, 'base64url');
  const flipped = Buffer.from(bytes).fill((bytes[0] ?? 0) ^ 1, 0, 1);
  const others =
    compact(header, { ...claims, more: 1 }, own)
      .split('.')
      .at(-1) ?? '';
  const part = (buffer: Uint8Array) => Buffer.from(buffer).toString('base64url');
  return [
    ['nothing', ''],
    ['garbage', 'garbage'],
    ['no signature', `${head}.${body}.`],
    ['no signature and no point', `${head}.${body}`],
    ['no payload', `${head}..${signature}`],
    ['no payload and no point', `${head}.${signature}`],
    ['no header', `.${body}.${signature}`],
    ['no header and no point', `${body}.${signature}`],
    ['points alone', '..'],
    ['an empty part more', `${token}.`],
    ['a part more', `${token}.${signature}`],
    ['the signature twice', `${head}.${body}.${signature}${signature}`],
    ['one bit of the signature', `${head}.${body}.${part(flipped)}`],
    ['the signature of another token', `${head}.${body}.${others}`],
    ['the signature of zeros', `${head}.${body}.${part(Buffer.alloc(bytes.length))}`],
    ['the signature cut short', `${head}.${body}.${part(bytes.subarray(0, -1))}`],
    ['half a signature', `${head}.${body}.${part(bytes.subarray(0, bytes.length / 2))}`],
    [
      'one letter of the payload',
      `${head}.${body.slice(0, 8)}${body[8] === 'A' ? 'B' : 'A'}${body.slice(9)}.${signature}`,
    ],
    ['another header', `${coded({ ...header, typ: 'x' })}.${body}.${signature}`],
    ['padding', `${head}.${body}.${signature}==`],
    ['a space before it', `${head}.${body}. ${signature}`],
    ['base64 in place of base64url', `${head}.${body}.${bytes.toString('base64')}=`],
    ['the unused bits of the last letter', lastLetterOf(token)],
    ['the whole as JSON', JSON.stringify({ payload: body, protected: head, signature })],
    ['a payload that is no object', compact(header, '"text"', own)],
    ['a payload of a list', compact(header, [claims], own)],
    ['a payload that is no JSON', compact(header, 'no JSON', own)],
    ['a header that is no JSON', `${coded('no JSON')}.${body}.${signature}`],
    ['signed twice, one in the other', compact({ ...header, cty: 'JWT' }, token, own)],
  ];
}

/** Another letter that stands for the same bytes. */
function lastLetterOf(token: string): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  return token.slice(0, -1) + letters[letters.indexOf(token.at(-1) ?? 'A') ^ 1];
}

export function forgeriesOf(
  sort: Sort,
  known: readonly (readonly [name: string, key: string | Uint8Array])[],
): readonly Forgery[] {
  return [...bent(sort), ...byOddHeaders(sort), ...byKnownKeys(sort, known), ...byStrangers(sort)];
}

/** The same signature with the group's order added to its second half: Ed25519 without the check of RFC 8032 5.1.7 takes it too. */
export function malleable(token: string): string {
  const order = 2n ** 252n + 27_742_317_777_372_353_535_851_937_790_883_648_493n;
  const [head, body, signature = ''] = token.split('.');
  const bytes = Buffer.from(signature, 'base64url');
  const half = Buffer.from(bytes.subarray(32)).reverse().toString('hex');
  const more = (BigInt(`0x${half}`) + order).toString(16).padStart(64, '0');
  const second = Buffer.from(more, 'hex').reverse();
  return `${head}.${body}.${Buffer.concat([bytes.subarray(0, 32), second]).toString('base64url')}`;
}
