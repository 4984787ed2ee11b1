// Cookies that a page writes, for the Worker to read with the next document: choices of this device, no secrets.

import { cookieName } from '../../worker/domain/cookie-names.ts';

/** `maxAgeS` absent: until the browser is closed. */
export function writeChoiceCookie(name: string, value: string, maxAgeS?: number): void {
  const secure = location.protocol === 'https:';
  const lasts = maxAgeS === undefined ? '' : `; Max-Age=${maxAgeS}`;
  // oxlint-disable-next-line unicorn/no-document-cookie -- the Cookie Store API is missing in browsers we serve
  document.cookie = `${cookieName(name, secure)}=${value}; Path=/${lasts}; SameSite=Lax${secure ? '; Secure' : ''}`;
}
