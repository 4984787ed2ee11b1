import { decodeJwt, SignJWT } from 'jose';
import { expect, test, vi } from 'vitest';
import { isTokenOf, readAccessToken, signAccessToken } from '../../../worker/auth/access-token.ts';
import {
  hashRefreshToken,
  isRefreshToken,
  newRefreshToken,
  successorsOf,
} from '../../../worker/auth/refresh-token.ts';
import { keysFor } from '../../../worker/auth/secrets.ts';

const SECRET = 'a-session-secret-of-32-characters';
const OTHER = 'another-session-secret-of-the-like';
const NOW = Date.UTC(2026, 10, 21, 12);
const SESSION = { id: 'session-1', userId: 'user-1', generation: 2, expiresAt: NOW + 12 * 60 * 60_000 };

test('an access token names its session and customer for 15 minutes', async () => {
  const { token, expiresAt } = await signAccessToken(SECRET, SESSION, NOW);
  expect(expiresAt - NOW).toBe(15 * 60_000);
  expect(await readAccessToken(SECRET, token, NOW)).toEqual({
    sessionId: 'session-1',
    userId: 'user-1',
    generation: 2,
    expiresAt,
  });
  expect(await readAccessToken(SECRET, token, expiresAt - 1)).not.toBeNull();
  expect(await readAccessToken(SECRET, token, expiresAt)).toBeNull();
});

test('an access token says in whole seconds when it was made and when it ends', async () => {
  const { token, expiresAt } = await signAccessToken(SECRET, SESSION, NOW + 999);
  expect(decodeJwt(token)).toMatchObject({ iat: NOW / 1000, exp: expiresAt / 1000 });
});

test.each([{ sub: 7 }, { sid: 7 }, { gen: '2' }, { iat: undefined }, { exp: undefined }])(
  'a token of ours with other claims is none: %j',
  async (other) => {
    const [key] = keysFor(SECRET, 'access-token');
    const claims = {
      sub: 'user-1',
      sid: 'session-1',
      gen: 2,
      iss: 'onca',
      aud: 'onca-web',
      iat: NOW / 1000,
      exp: NOW / 1000 + 60,
    };
    const token = (changed: object) =>
      new SignJWT({ ...claims, ...changed } as never)
        .setProtectedHeader({ alg: 'HS256', kid: key.kid })
        .sign(key.bytes);
    expect(await readAccessToken(SECRET, await token({}), NOW)).not.toBeNull();
    expect(await readAccessToken(SECRET, await token(other), NOW)).toBeNull();
  },
);

test.each([
  ['the session that it names, of its present tokens', 'user-1', 2, true],
  ['a session of somebody else', 'user-2', 2, false],
  ['a session whose tokens of its kind were replaced', 'user-1', 3, false],
  ['a session that has not given out such tokens yet', 'user-1', 1, false],
])('a token and %s', async (_what, userId, tokenGeneration, fits) => {
  const { token } = await signAccessToken(SECRET, SESSION, NOW);
  const claims = await readAccessToken(SECRET, token, NOW);
  expect(claims).not.toBeNull();
  expect(claims !== null && isTokenOf(claims, { userId, tokenGeneration })).toBe(fits);
});

test('an access token never outlives its session', async () => {
  const { expiresAt } = await signAccessToken(SECRET, { ...SESSION, expiresAt: NOW + 5_500 }, NOW);
  expect(expiresAt).toBe(NOW + 5_000);
});

test('a rotated secret goes on reading old tokens until it is taken out', async () => {
  const { token } = await signAccessToken(SECRET, SESSION, NOW);
  expect(await readAccessToken(`${OTHER}, ${SECRET}`, token, NOW)).not.toBeNull();
  expect(await readAccessToken(OTHER, token, NOW)).toBeNull();
});

test('a fault of the runtime is no bad token: nobody is signed out for it', async () => {
  const { token } = await signAccessToken(SECRET, SESSION, NOW);
  const fault = vi.spyOn(crypto.subtle, 'importKey').mockRejectedValue(new Error('no memory'));
  try {
    await expect(readAccessToken(SECRET, token, NOW)).rejects.toThrow('no memory');
  } finally {
    fault.mockRestore();
  }
  expect(await readAccessToken(SECRET, token, NOW)).not.toBeNull();
});

test('a short or missing secret is refused', async () => {
  await expect(signAccessToken('short', SESSION, NOW)).rejects.toThrow('secret of access-token');
  await expect(signAccessToken('', SESSION, NOW)).rejects.toThrow('secret of access-token');
});

async function forge(claims: {
  issuer?: string;
  audience?: string;
  algorithm?: string;
  key?: Uint8Array;
  kid?: string;
}): Promise<string> {
  const [key] = keysFor(SECRET, 'access-token');
  return new SignJWT({ sid: 'session-1', gen: 2 })
    .setProtectedHeader({ alg: claims.algorithm ?? 'HS256', kid: claims.kid ?? key.kid })
    .setIssuer(claims.issuer ?? 'onca')
    .setAudience(claims.audience ?? 'onca-web')
    .setSubject('user-1')
    .setIssuedAt(NOW / 1000)
    .setExpirationTime(NOW / 1000 + 60)
    .sign(claims.key ?? new Uint8Array([...key.bytes, ...(claims.algorithm === 'HS512' ? key.bytes : [])]));
}

test('a token like ours is read, so that the forgeries below fail for their own reason', async () => {
  expect(await readAccessToken(SECRET, await forge({}), NOW)).not.toBeNull();
});

test.each([
  ['another issuer', { issuer: 'evil' }],
  ['another audience', { audience: 'onca-ops' }],
  ['another algorithm', { algorithm: 'HS512' }],
  ['a key we do not have', { kid: 'nobodys1' }],
  ['the refresh key', { key: keysFor(SECRET, 'refresh-token')[0].bytes }],
])('a token with %s is nobody', async (_name, claims) => {
  expect(await readAccessToken(SECRET, await forge(claims), NOW)).toBeNull();
});

test('a token is good in one spelling only: no other last letter, no padding (L6)', async () => {
  const token = await forge({});
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const others = [...letters].map((letter) => token.slice(0, -1) + letter).filter((other) => other !== token);
  for (const other of [...others, `${token}=`, `${token}==`, `${token} `, `${token}.`]) {
    expect(await readAccessToken(SECRET, other, NOW)).toBeNull();
  }
});

test.each([
  ['nothing', ''],
  ['garbage', 'garbage'],
  ['three dots', '..'],
  ['no signature', `${btoa('{"alg":"none"}')}.${btoa('{"sub":"user-1","sid":"session-1"}')}.`],
])('a token of %s is nobody', async (_name, token) => {
  expect(await readAccessToken(SECRET, token, NOW)).toBeNull();
});

test('a refresh token is 256 random bits, and only its hash would be stored', () => {
  const token = newRefreshToken();
  expect(isRefreshToken(token)).toBe(true);
  expect(newRefreshToken()).not.toBe(token);
  expect(hashRefreshToken(token)).not.toContain(token);
  for (const other of ['', 'x', `${token}x`, `${token}\n`]) expect(isRefreshToken(other)).toBe(false);
});

test('the same token has the same successor, another secret another one', () => {
  const token = newRefreshToken();
  const [successor] = successorsOf(token, SECRET);
  expect(isRefreshToken(successor)).toBe(true);
  expect(successorsOf(token, SECRET)).toEqual([successor]);
  expect(successorsOf(token, `${OTHER},${SECRET}`)[1]).toBe(successor);
  expect(successorsOf(token, OTHER)[0]).not.toBe(successor);
});
