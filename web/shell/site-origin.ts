import { ORIGIN_SLOT } from '../../worker/domain/site-map.ts';

/**
 * Where the site says it lives. Built pages hold a slot; the Worker fills it and leaves the same origin on <html>, so
 * that hydration finds what is there and later pages say the same. Under Vite alone nobody fills it.
 */
export function siteOrigin(): string {
  if (typeof document === 'undefined') return ORIGIN_SLOT;
  return document.documentElement.dataset['origin'] ?? ORIGIN_SLOT;
}
