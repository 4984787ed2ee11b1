// `npm run sbom`: writes the list of all packages (CycloneDX), read from the lock file, into dist/sbom.cdx.json.
// npm refuses a package whose required version is a tag; `overrides` in package.json pin the two that exist.

import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './local-setup.ts';

const PATH = join('dist', 'sbom.cdx.json');

const { status, stdout } = spawnSync('npm', ['sbom', '--sbom-format=cyclonedx', '--package-lock-only'], {
  cwd: ROOT,
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'inherit'],
  shell: process.platform === 'win32',
  maxBuffer: 64 * 1024 * 1024,
});
if (status !== 0) process.exit(status ?? 1);
const { components } = JSON.parse(stdout) as { components: readonly unknown[] };
mkdirSync(join(ROOT, 'dist'), { recursive: true });
writeFileSync(join(ROOT, PATH), stdout);
console.log(`${components.length} packages are listed in ${PATH}.`);
