// Every npm script runs this file first, on any Node from 20 on, with nothing installed yet.
// It installs the dependencies when the lock file has changed, then runs the named command on the pinned Node.
// It imports nothing but Node itself.

import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const stamp = join(root, 'node_modules', '.onca-installed');

installWhenChanged();
runCommand(process.argv[2], process.argv.slice(3));

function installWhenChanged() {
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted && existsSync(pinnedNode())) return;
  console.log('Installing dependencies (once per change of package-lock.json) ...');
  npm('ci', '--ignore-scripts', '--no-audit', '--no-fund');
  // The one package that needs its install script: it fetches the pinned Node of this platform.
  npm('rebuild', 'node', '--ignore-scripts=false');
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, wanted);
}

function npm(...args) {
  const command = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const result = spawnSync(command, [...args, '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (result.status !== 0) process.exit(result.status ?? 1);
}

function runCommand(name, rest) {
  if (name === undefined || !/^[a-z-]+$/u.test(name)) {
    console.error('Usage: node worker/commands/bootstrap.mjs <command>');
    process.exit(2);
  }
  const bin = join(root, 'node_modules', '.bin');
  const separator = process.platform === 'win32' ? ';' : ':';
  const child = spawn(pinnedNode(), [join(root, 'worker', 'commands', `${name}.ts`), ...rest], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PATH: `${bin}${separator}${process.env.PATH ?? ''}` },
  });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) =>
    process.exit(code ?? (signal === 'SIGINT' || signal === 'SIGTERM' ? 0 : 1)),
  );
}

function pinnedNode() {
  return join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
}
