// Platform (gold, crypto) and colour mode (light, dark, as the system), kept under the specification's two keys.
// public/theme.js applies them before the first paint; this module changes them afterwards, in every tab.

import { useEffect, useSyncExternalStore } from 'react';

export const PLATFORMS = ['gold', 'crypto'] as const;
export type Platform = (typeof PLATFORMS)[number];
export const COLOUR_MODES = ['light', 'dark', 'system'] as const;
export type ColourMode = (typeof COLOUR_MODES)[number];

export type Theme = { readonly platform: Platform; readonly mode: ColourMode };

const PLATFORM_KEY = 'platform';
const MODE_KEY = 'colorMode';
const DARK_QUERY = '(prefers-color-scheme: dark)';
const BEFORE_HYDRATION: Theme = { platform: 'gold', mode: 'system' };

/** Lives on when the browser refuses storage. */
const memory = new Map<string, string | null>();
const listeners = new Set<() => void>();

function readKey(key: string): string | null {
  if (memory.has(key)) return memory.get(key) ?? null;
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function writeKey(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
    memory.delete(key);
  } catch {
    memory.set(key, value);
  }
}

function platformOf(stored: string | null): Platform {
  // Nothing stored is gold; any unknown value falls back to crypto (Customer spec, section 4; decision 19).
  return stored === null || stored === 'gold' ? 'gold' : 'crypto';
}

/** What was chosen on this device; null for what follows the product or the system. */
export function storedTheme(): { readonly platform: Platform | null; readonly mode: ColourMode | null } {
  const platform = readKey(PLATFORM_KEY);
  const mode = readKey(MODE_KEY);
  return {
    platform: platform === null ? null : platformOf(platform),
    mode: mode === 'light' || mode === 'dark' ? mode : null,
  };
}

let current: Theme = BEFORE_HYDRATION;

function snapshot(): Theme {
  const platform = platformOf(readKey(PLATFORM_KEY));
  const stored = readKey(MODE_KEY);
  const mode = stored === 'light' || stored === 'dark' ? stored : 'system';
  if (platform !== current.platform || mode !== current.mode) current = { platform, mode };
  return current;
}

function apply(): void {
  const { platform, mode } = snapshot();
  const dark = mode === 'dark' || (mode === 'system' && matchMedia(DARK_QUERY).matches);
  document.documentElement.dataset['platform'] = platform;
  document.documentElement.dataset['mode'] = dark ? 'dark' : 'light';
  paintFrame();
  for (const listener of listeners) listener();
}

/** The browser's own frame follows the paper; theme.js has left the element that decides. */
function paintFrame(): void {
  const frame = document.querySelector<HTMLMetaElement>('meta[name="theme-color"]:not([media])');
  if (frame === null) return;
  frame.content = getComputedStyle(document.documentElement).getPropertyValue('--paper').trim();
}

function subscribe(listener: () => void): () => void {
  const system = matchMedia(DARK_QUERY);
  if (listeners.size === 0) {
    addEventListener('storage', apply);
    system.addEventListener('change', apply);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    removeEventListener('storage', apply);
    system.removeEventListener('change', apply);
  };
}

/** Keeps the page in step with a choice made in another tab, and with the system's; mounted once, by the frame. */
export function useThemeFollowing(): void {
  useEffect(() => subscribe(() => undefined), []);
}

export function choosePlatform(platform: Platform): void {
  writeKey(PLATFORM_KEY, platform);
  apply();
}

export function chooseColourMode(mode: ColourMode): void {
  writeKey(MODE_KEY, mode === 'system' ? null : mode);
  apply();
}

export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, snapshot, () => BEFORE_HYDRATION);
}
