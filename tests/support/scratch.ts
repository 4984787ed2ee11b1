// Folders of temporary files, gone when the work or the process is over, also when it is stopped by a signal.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const made = (name: string) => mkdtempSync(join(tmpdir(), `onca-${name}-`));
const remove = (folder: string) => rmSync(folder, { recursive: true, force: true });

/** For as long as the work takes. */
export async function inScratchFolder<T>(name: string, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = made(name);
  const removeNow = () => remove(folder);
  process.once('exit', removeNow);
  try {
    return await work(folder);
  } finally {
    removeNow();
    process.off('exit', removeNow);
  }
}

/** For as long as the process runs, which a signal ends. */
export function scratchFolder(name: string): string {
  const folder = made(name);
  process.on('exit', () => remove(folder));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));
  return folder;
}
