// Platform (gold, crypto) and theme (light, dark, auto), stored under the specification's two keys. public/theme.js applies
// them before the first paint; this module applies later changes, in every tab.

import { useEffect } from 'react';
import { stored } from '../../api/stored.ts';
import type { Platform, Theme } from '../../../worker/domain/settings-rules.ts';

/** Null is gold; an unknown text is crypto (C4; P19). */
const storedPlatform = stored('platform', (text): Platform | null =>
  text === null || text === 'gold' ? text : 'crypto',
);
/** Null follows the system. */
const storedTheme = stored('colorMode', (text): Theme | null =>
  text === 'light' || text === 'dark' ? text : null,
);
const DARK_QUERY = '(prefers-color-scheme: dark)';

export const usePlatform = (): Platform => storedPlatform.use() ?? 'gold';
export const useTheme = (): Theme => storedTheme.use() ?? 'auto';

export const choosePlatform = (platform: Platform): void => storedPlatform.write(platform);
export const chooseTheme = (theme: Theme): void => storedTheme.write(theme === 'auto' ? null : theme);

/** What was chosen on this device; nothing for a default. */
export function chosenAppearance(): { readonly platform?: Platform; readonly theme?: Theme } {
  const platform = storedPlatform.read();
  const theme = storedTheme.read();
  return { ...(platform === null ? {} : { platform }), ...(theme === null ? {} : { theme }) };
}

/** Applies every change, from this page, another tab or the system. Mounted once, by the frame. */
export function useApplyTheme(): void {
  useEffect(() => {
    const system = matchMedia(DARK_QUERY);
    const stops = [storedPlatform.subscribe(apply), storedTheme.subscribe(apply)];
    system.addEventListener('change', apply);
    return () => {
      for (const stop of stops) stop();
      system.removeEventListener('change', apply);
    };
  }, []);
}

function apply(): void {
  const theme = storedTheme.read();
  const dark = theme === 'dark' || (theme === null && matchMedia(DARK_QUERY).matches);
  document.documentElement.dataset['platform'] = storedPlatform.read() ?? 'gold';
  document.documentElement.dataset['mode'] = dark ? 'dark' : 'light';
  setBrowserColour();
}

/** theme.js has left one element that sets the colour of the browser's interface. */
function setBrowserColour(): void {
  const frame = document.querySelector<HTMLMetaElement>('meta[name="theme-color"]:not([media])');
  if (frame === null) return;
  frame.content = getComputedStyle(document.documentElement).getPropertyValue('--paper').trim();
}
