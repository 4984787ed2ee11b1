// Finds or installs a Chromium for the browser tests: one of the machine's own first, then Playwright's download,
// then Debian's package where apt is at hand and we may use it. And a Firefox: the machine's, or Debian's.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { aptInstall } from './apt.ts';
import { ROOT } from './local-setup.ts';
import { capture, node } from './processes.ts';

/**
 * The headless shell, which Playwright downloads too, draws no windows, menus or new-tab pages of its own:
 * the tests take half of the time that they take in a whole Chromium (102 s and 60 s for two files on two cores).
 */
const SHELL = '/usr/bin/chromium-headless-shell';
const WHOLE = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The path of a Chromium, or null when Playwright's own is in place and needs none. Throws when there is none. */
export async function ensureBrowser(): Promise<string | null> {
  if (existsSync(SHELL)) return SHELL;
  if (existsSync(chromium.executablePath())) return null;
  const whole = WHOLE.find((path) => existsSync(path));
  if (whole !== undefined) return whole;
  console.log('Installing Chromium for the browser tests (once) ...');
  const download = await capture(
    node([join(ROOT, 'node_modules', 'playwright', 'cli.js'), 'install', 'chromium', '--with-deps'], {
      env: { ...process.env, PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '20000' },
    }),
  );
  if (download.code === 0 && existsSync(chromium.executablePath())) return null;
  await aptInstall('chromium-headless-shell', 'fonts-liberation');
  if (!existsSync(SHELL)) throw new Error('No Chromium could be installed.');
  return SHELL;
}

const FIREFOXES = ['/usr/bin/firefox-esr', '/usr/bin/firefox'];

/** The path of a Firefox. Throws when there is none. */
export async function ensureFirefox(): Promise<string> {
  const find = () => FIREFOXES.find((path) => existsSync(path));
  if (find() === undefined) {
    console.log('Installing Firefox for its browser tests (once) ...');
    await aptInstall('firefox-esr', 'fonts-liberation');
  }
  const found = find();
  if (found === undefined) throw new Error('No Firefox could be installed.');
  return found;
}
