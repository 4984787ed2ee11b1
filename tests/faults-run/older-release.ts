// The bundle of an older release: its code in a worktree of its own, on the packages of this one.

import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { runToEnd, wrangler } from '../../worker/commands/processes.ts';
import { ROOT } from '../bench/settings.ts';

/** In `folder`, which is to be there and goes with the run. */
export async function bundledAt(commit: string, folder: string): Promise<string> {
  const [tree, out] = [join(folder, 'tree'), join(folder, 'older')];
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] });
  git('worktree', 'add', '--detach', tree, commit);
  try {
    symlinkSync(join(ROOT, 'node_modules'), join(tree, 'node_modules'));
    // No page is asked for, so none is built.
    mkdirSync(join(tree, 'dist', 'web', 'client'), { recursive: true });
    const deploy = wrangler(['deploy', '--dry-run', '--outdir', out], { ONCA_BUILD: 'skip' });
    await runToEnd({ ...deploy, options: { ...deploy.options, cwd: tree } });
  } finally {
    git('worktree', 'remove', '--force', tree);
  }
  return out;
}
