// The idempotency key of a money request (API contract): what counts as one, and what its hash covers.

/** One to 255 characters, or null. */
export function idempotencyKeyOf(header: string | null | undefined): string | null {
  if (header === null || header === undefined) return null;
  return header.length >= 1 && header.length <= 255 ? header : null;
}

/** What makes two requests the same: account, method, path and body. The hash of this text is stored with the key. */
export function requestText(request: {
  readonly accountId: string;
  readonly method: string;
  readonly path: string;
  readonly body: string;
}): string {
  return [request.accountId, request.method, request.path, request.body].join('\n');
}
