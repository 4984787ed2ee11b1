// The quote's countdown. Counted from the moment of asking, on this browser's own clock: the two clocks need not
// agree, and the page never offers a quote for longer than the server honours it.

export function deadlineOf(
  quote: { readonly issuedAt: string; readonly expiresAt: string },
  askedAt: number,
): number {
  return askedAt + (Date.parse(quote.expiresAt) - Date.parse(quote.issuedAt));
}

export function secondsLeft(deadline: number, now: number): number {
  return Math.max(0, Math.ceil((deadline - now) / 1_000));
}

/** Said aloud at 10 and 5 seconds only: each second would drown everything else. */
export const ANNOUNCED_SECONDS = [10, 5] as const;

/** The mark passed on the way from `before` to `after` seconds; after a sleeping tab, the last one passed. */
export function announcedBetween(before: number, after: number): number | null {
  return ANNOUNCED_SECONDS.findLast((mark) => before > mark && after <= mark && after > 0) ?? null;
}
