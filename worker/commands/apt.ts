// Debian packages that a test needs and this machine lacks.

import { capture } from './processes.ts';

/** Throws, with apt's output, where apt is missing or we may not use it. */
export async function aptInstall(...packages: readonly string[]): Promise<void> {
  const prefix = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  for (const step of [
    ['apt-get', 'update'],
    ['apt-get', 'install', '-y', '--no-install-recommends', ...packages],
  ]) {
    const [command = '', ...args] = [...prefix, ...step];
    const { code, output } = await capture({
      command,
      args,
      options: { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } },
    });
    if (code !== 0) throw new Error(`apt could not install ${packages.join(', ')}.\n${output}`);
  }
}
