// The signature of a gateway's callback: HMAC-SHA-256 over time and body, under the key for callbacks of the secret shared with the
// gateway. A callback outside the tolerance is refused, whatever its signature: it may be a recording.

import { keysFor, soundValuesOf } from '../auth/secrets.ts';
import { CALLBACK_TOLERANCE_MS } from '../domain/deposits.ts';

/** `t=<epoch ms>,v2=<hex>` for the body, as the gateway sends it. */
export async function signCallback(secret: string, body: string, now: number): Promise<string> {
  const [key] = keysFor(secret, 'gateway-callback');
  const mac = await crypto.subtle.sign('HMAC', await imported(key.bytes, 'sign'), signedText(now, body));
  return `t=${now},v2=${hex(new Uint8Array(mac))}`;
}

export async function isSignedCallback(
  secret: string,
  signature: string,
  body: string,
  now: number,
): Promise<boolean> {
  const [, time, version, text] = /^t=(\d{1,16}),v([12])=([0-9a-f]{64})$/u.exec(signature) ?? [];
  if (time === undefined || text === undefined) return false;
  const at = Number(time);
  const mac = Uint8Array.from(text.match(/../gu) ?? [], (pair) => Number.parseInt(pair, 16));
  const genuine = await Promise.all(
    keysOf(secret, version).map(async (key) =>
      // subtle.verify compares in constant time.
      crypto.subtle.verify('HMAC', await imported(key, 'verify'), mac, signedText(at, body)),
    ),
  );
  return genuine.includes(true) && Math.abs(now - at) <= CALLBACK_TOLERANCE_MS;
}

/** Version 1 signed with the secret's values themselves; a callback of it may be under way while the tolerance lasts. */
function keysOf(secret: string, version: string | undefined): Uint8Array[] {
  if (version === '2') return keysFor(secret, 'gateway-callback').map(({ bytes }) => bytes);
  return soundValuesOf(secret, 'callbacks').map((value) => new TextEncoder().encode(value));
}

function signedText(at: number, body: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`${at}.${body}`) as Uint8Array<ArrayBuffer>;
}

function imported(bytes: Uint8Array, use: 'sign' | 'verify'): Promise<CryptoKey> {
  const key = new Uint8Array(bytes);
  return crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, [use]);
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
