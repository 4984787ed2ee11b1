// The device of a request: browser and system, as names that need no translation.
// The client chooses its User-Agent, so no decision depends on it; it only helps customers to recognise their devices.

/** In this order, because most browsers also name the ones they descend from. */
const BROWSERS: readonly (readonly [name: string, sign: RegExp])[] = [
  ['Samsung Internet', /SamsungBrowser\//u],
  ['Opera', /\bOPR\/|\bOPiOS\/|\bOPT\//u],
  ['Edge', /\bEdg(?:A|iOS)?\//u],
  ['Vivaldi', /\bVivaldi\//u],
  ['Yandex', /\bYaBrowser\//u],
  ['DuckDuckGo', /\b(?:DuckDuckGo|Ddg)\//u],
  ['Firefox', /\b(?:Firefox|FxiOS)\//u],
  ['Chrome', /\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\//u],
  ['Safari', /\bVersion\/[\d.].*\bSafari\//u],
];

const SYSTEMS: readonly (readonly [name: string, sign: RegExp])[] = [
  ['iPad', /\biPad\b/u],
  ['iPhone', /\biPhone\b|\biPod\b/u],
  ['Android', /\bAndroid\b/u],
  ['ChromeOS', /\bCrOS\b/u],
  ['Windows', /\bWindows\b/u],
  ['macOS', /\bMac OS X\b|\bMacintosh\b/u],
  ['Linux', /\bLinux\b|\bX11\b/u],
];

/** Such as "Chrome · Windows"; null when the header names neither, which a page shows as an unknown device. */
export function deviceOf(userAgent: string | null | undefined): string | null {
  const text = (userAgent ?? '').slice(0, 512);
  const known = [BROWSERS, SYSTEMS].flatMap((table) => table.find(([, sign]) => sign.test(text))?.[0] ?? []);
  return known.length === 0 ? null : known.join(' · ');
}
