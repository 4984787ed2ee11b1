// A signed record in the fragment of a link to /verify, which the server never sees.

import { fromBase64url, toBase64url } from '../../worker/domain/base64url.ts';

export function recordHash(text: string): string {
  return `#record=${toBase64url(new TextEncoder().encode(text))}`;
}

/** Null where the fragment has none. */
export function recordIn(hash: string): string | null {
  const bytes = fromBase64url(new URLSearchParams(hash.slice(1)).get('record') ?? '');
  return bytes === null || bytes.length === 0 ? null : new TextDecoder().decode(bytes);
}
