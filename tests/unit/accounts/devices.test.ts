// What the list of devices calls a browser: examples of real headers, and no surprise for any other text.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { deviceOf } from '../../../worker/domain/devices.ts';
import { timesLonger } from '../../support/cpu-time.ts';
import { anyLetter } from '../../support/any-letter.ts';

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/142.0.0.0 Safari/537.36`, 'Chrome · Windows'],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`,
    'Edge · Windows',
  ],
  [
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Chrome/142.0.0.0 Safari/537.36 OPR/126.0.0.0`,
    'Opera · macOS',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15',
    'Safari · macOS',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
    'Safari · iPhone',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/142.0.0.0 Mobile/15E148 Safari/604.1',
    'Chrome · iPhone',
  ],
  [
    'Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/145.0 Mobile/15E148 Safari/605.1.15',
    'Firefox · iPad',
  ],
  [
    `Mozilla/5.0 (Linux; Android 15; SM-S921B) ${WEBKIT} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
    'Samsung Internet · Android',
  ],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${WEBKIT} Chrome/142.0.0.0 Safari/537.36`, 'Chrome · ChromeOS'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox · Linux'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) OPiOS/16.0.15 Safari/9537.53', 'Opera · iPhone'],
  ['Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) Version/18.6 Safari/604.1 OPT/5.1.1', 'Opera · iPad'],
  [
    `Mozilla/5.0 (Linux; Android 15) ${WEBKIT} Chrome/142.0.0.0 Mobile Safari/537.36 EdgA/142.0`,
    'Edge · Android',
  ],
  [
    'Mozilla/5.0 (iPod touch; CPU iPhone OS 12_0 like Mac OS X) Version/12.0 EdgiOS/45 Safari/604.1',
    'Edge · iPhone',
  ],
  [`Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} Chrome/142.0.0.0 Safari/537.36 Vivaldi/7.6`, 'Vivaldi · Linux'],
  [
    `Mozilla/5.0 (Windows NT 10.0) ${WEBKIT} Chrome/140.0.0.0 YaBrowser/25.10 Safari/537.36`,
    'Yandex · Windows',
  ],
  ['Mozilla/5.0 (Macintosh) Version/18.6 Safari/605.1.15 Ddg/18.6', 'DuckDuckGo · macOS'],
  ['Mozilla/5.0 (X11; FreeBSD amd64) DuckDuckGo/7', 'DuckDuckGo · Linux'],
  [`Mozilla/5.0 (X11; Linux) ${WEBKIT} HeadlessChrome/142.0.0.0 Safari/537.36`, 'Chrome · Linux'],
  ['Chromium/142', 'Chrome'],
  ['Version/x Safari/605.1.15', null],
  ['Mozilla/5.0 (Windows NT 10.0)', 'Windows'],
  ['curl/8.14.1', null],
  ['', null],
  [undefined, null],
  [null, null],
] as const)('%s', (userAgent, device) => {
  expect(deviceOf(userAgent)).toBe(device);
});

test('whatever a request says, the answer is one of ours and short', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyLetter, maxLength: 2_000 }), (userAgent) => {
      const device = deviceOf(userAgent);
      expect(device === null || /^[A-Za-z ]+(?: · [A-Za-z]+)?$/u.test(device)).toBe(true);
      expect(device?.length ?? 0).toBeLessThan(40);
    }),
  );
});

test('a long header is looked at only as far as it may go', () => {
  const header = (repeats: number) => `${'Version/1 '.repeat(repeats)}Safari/1`;
  expect(deviceOf(header(100_000))).toBeNull();
  expect(
    timesLonger(
      () => deviceOf(header(10_000)),
      () => deviceOf(header(100_000)),
    ),
  ).toBeLessThan(50);
});
