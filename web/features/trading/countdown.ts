// The quote's countdown. Counted from the moment of asking, on this browser's own clock: the two clocks need not
// agree, and the page never offers a quote for longer than the server honours it.

export function deadlineOf(
  quote: { readonly issuedAt: string; readonly expiresAt: string },
  askedAt: number,
): number {
  return askedAt + (Date.parse(quote.expiresAt) - Date.parse(quote.issuedAt));
}
