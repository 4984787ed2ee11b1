// Builds the web app into dist/web when anything it is made of changed since the last build, else does nothing:
// a second start is fast. One build per language, so that a page holds no text of the other language; one after the other,
// because each build empties and writes web/.react-router.
// Wrangler runs it as its build command, so it works on any Node and imports only Node.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

// Wrangler also builds before it writes types, which need no build.
if (process.env.ONCA_BUILD === 'skip') process.exit(0);

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const stamp = join(root, 'dist', 'web.sha256');
const SOURCES = [
  'web',
  'locales',
  'worker/domain',
  'worker/contract',
  'worker/commands/build-web.mjs',
  'package.json',
  'package-lock.json',
];
const LOCALES = ['pt-BR', 'en'];
const SKIPPED = new Set(['.react-router', 'node_modules', 'build']);

const wanted = fingerprint();
const built = existsSync(join(root, 'dist', 'web', 'client', '__spa-fallback.html'));
if (built && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) process.exit(0);

const node = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
const cli = join(root, 'node_modules', '@react-router', 'dev', 'bin.cjs');
for (const locale of LOCALES) build(locale);
merge();
mkdirSync(dirname(stamp), { recursive: true });
writeFileSync(stamp, wanted);
console.log('Built the web app.');

/** Writes dist/web-LOCALE. */
function build(locale) {
  const { status, stdout, stderr } = spawnSync(node, [cli, 'build'], {
    cwd: join(root, 'web'),
    stdio: ['ignore', process.env.ONCA_VERBOSE ? 'inherit' : 'pipe', 'pipe'],
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production', ONCA_LOCALE: locale },
  });
  if (status === 0) return;
  console.error(stdout ?? '', stderr);
  process.exit(status ?? 1);
}

/** Both builds in one folder: the names of scripts and styles are hashes of their content, the pages of English are under en/. */
function merge() {
  const [portuguese, english] = LOCALES.map((locale) => join(root, 'dist', `web-${locale}`, 'client'));
  const target = join(root, 'dist', 'web', 'client');
  rmSync(dirname(target), { recursive: true, force: true });
  mkdirSync(dirname(target), { recursive: true });
  // A build that does not prerender / leaves its fallback document there.
  renameSync(join(english, 'index.html'), join(english, 'en', '__spa-fallback.html'));
  cpSync(english, target, { recursive: true });
  cpSync(portuguese, target, { recursive: true });
  for (const locale of LOCALES) rmSync(join(root, 'dist', `web-${locale}`), { recursive: true });
}

function fingerprint() {
  const hash = createHash('sha256');
  for (const file of SOURCES.flatMap((path) => files(path)).toSorted()) {
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(root, file)))
      .update('\0');
  }
  return hash.digest('hex');
}

function files(path) {
  if (/\.(?:json|mjs)$/u.test(path)) return [path];
  return readdirSync(join(root, path), { withFileTypes: true }).flatMap((entry) => {
    if (SKIPPED.has(entry.name)) return [];
    return entry.isDirectory() ? files(join(path, entry.name)) : [join(path, entry.name)];
  });
}
