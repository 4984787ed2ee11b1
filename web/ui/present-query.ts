// The query of the address as it is now.

/**
 * The one of a render may be older: a navigation changes the address at once, and is drawn when its page is ready. Who changes a part
 * of the query from an older one takes away what was put there meanwhile.
 */
export function presentQuery(): URLSearchParams {
  return new URLSearchParams(location.search);
}
