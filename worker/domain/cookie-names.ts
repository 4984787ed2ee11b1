// What cookies are called. With the prefix a browser takes a cookie from this very host over https alone, never from a subdomain
// or a page on http. Plain names exist only so that http://localhost works.

export function cookieName(name: string, secure: boolean): string {
  return secure ? `__Host-${name}` : name;
}

/** The language that was chosen on this device, for the next visit to an address without one (A9). */
export const LOCALE_COOKIE = 'locale';
