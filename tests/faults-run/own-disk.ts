// A small disk of the run's own, in memory, which can be full without anybody else's being it. Mounting one takes root.

import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const SIZE = '512m';
const BLOCKS = [1 << 20, 1 << 12] as const;

/** Null where it may not be mounted. It is there until the process ends. */
export function mountOwnDisk(folder: string): string | null {
  const disk = join(folder, 'disk');
  mkdirSync(disk);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'tmpfs', disk], { stdio: 'ignore' });
  } catch {
    return null;
  }
  // Before the folder is removed.
  process.prependListener('exit', () => execFileSync('umount', ['--lazy', disk], { stdio: 'ignore' }));
  return disk;
}

/** To the last block. */
export function fill(disk: string): void {
  const file = openSync(fillerOf(disk), 'w');
  try {
    for (const size of BLOCKS) writeWhileThereIsRoom(file, Buffer.alloc(size));
  } finally {
    closeSync(file);
  }
}

export const free = (disk: string): void => rmSync(fillerOf(disk), { force: true });

const fillerOf = (disk: string): string => join(disk, 'filler');

function writeWhileThereIsRoom(file: number, block: Uint8Array): void {
  try {
    while (writeSync(file, block) === block.length);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
}
