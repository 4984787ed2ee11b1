// Finds or installs a Chromium for the browser tests: the system's own first, then Playwright's download,
// then Debian's package where apt is at hand and we may use it.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { aptInstall } from './apt.ts';
import { ROOT } from './local-setup.ts';
import { capture, node } from './processes.ts';

const SYSTEM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The path of a Chromium, or null when Playwright's own is in place and needs none. Throws when there is none. */
export async function ensureBrowser(): Promise<string | null> {
  const system = SYSTEM.find((path) => existsSync(path));
  if (system !== undefined) return system;
  if (existsSync(chromium.executablePath())) return null;
  console.log('Installing Chromium for the browser tests (once) ...');
  const download = await capture(
    node([join(ROOT, 'node_modules', 'playwright', 'cli.js'), 'install', 'chromium', '--with-deps'], {
      env: { ...process.env, PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '20000' },
    }),
  );
  if (download.code === 0 && existsSync(chromium.executablePath())) return null;
  await aptInstall('chromium', 'fonts-liberation');
  const installed = SYSTEM.find((path) => existsSync(path));
  if (installed === undefined) throw new Error('No Chromium could be installed.');
  return installed;
}
