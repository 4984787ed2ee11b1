// The signature of a gateway's callback: HMAC-SHA-256 over time and body, with the secret shared with the gateway.
// A callback outside the tolerance is refused, whatever its signature: it may be a recording.

import { CALLBACK_TOLERANCE_MS } from '../domain/deposits.ts';

/** `t=<epoch ms>,v1=<hex>` for the body, as the gateway sends it. */
export async function signCallback(secret: string, body: string, now: number): Promise<string> {
  const mac = await crypto.subtle.sign('HMAC', await keyOf(secret, 'sign'), signedText(now, body));
  return `t=${now},v1=${hex(new Uint8Array(mac))}`;
}

export async function isSignedCallback(
  secret: string,
  signature: string,
  body: string,
  now: number,
): Promise<boolean> {
  const match = /^t=(\d{1,16}),v1=([0-9a-f]{64})$/u.exec(signature);
  if (match?.[1] === undefined || match[2] === undefined) return false;
  const at = Number(match[1]);
  const mac = Uint8Array.from(match[2].match(/../gu) ?? [], (pair) => Number.parseInt(pair, 16));
  // subtle.verify compares in constant time.
  const genuine = await crypto.subtle.verify(
    'HMAC',
    await keyOf(secret, 'verify'),
    mac,
    signedText(at, body),
  );
  return genuine && Math.abs(now - at) <= CALLBACK_TOLERANCE_MS;
}

function signedText(at: number, body: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`${at}.${body}`) as Uint8Array<ArrayBuffer>;
}

function keyOf(secret: string, use: 'sign' | 'verify'): Promise<CryptoKey> {
  if (secret.length < 16) throw new Error('GATEWAY_SECRET is missing or too short');
  const bytes = new TextEncoder().encode(secret);
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, [use]);
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
