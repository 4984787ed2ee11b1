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

/** The hash of a statement, which the code on a PDF has; null where the fragment is something else. */
export function statementIn(hash: string): string | null {
  return /^#([0-9a-f]{64})$/u.exec(hash)?.[1] ?? null;
}
