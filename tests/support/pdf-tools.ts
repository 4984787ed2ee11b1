// What other people's programs say of a PDF of ours: qpdf of its form, poppler of its text and its attachments.

import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { aptInstall } from '../../worker/commands/apt.ts';

const PROGRAMS = ['/usr/bin/qpdf', '/usr/bin/pdftotext', '/usr/bin/pdfdetach', '/usr/bin/pdfinfo'];
const WAIT_MS = 60_000;
const run = promisify(execFile);

const areThere = () => PROGRAMS.every((program) => existsSync(program));

/** Installs what this machine lacks. Another test file may be doing the same: apt lets one in at a time. */
export async function installPdfTools(): Promise<void> {
  if (areThere()) return;
  try {
    await aptInstall('qpdf', 'poppler-utils');
  } catch (error) {
    for (let waited = 0; !areThere(); waited += 500) {
      if (waited >= WAIT_MS) throw error;
      await new Promise((done) => setTimeout(done, 500));
    }
  }
}

/** Calls `read` with the file's path, and removes it. */
async function asFile<T>(bytes: Uint8Array, read: (path: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'onca-pdf-'));
  try {
    const path = join(folder, 'file.pdf');
    writeFileSync(path, bytes);
    return await read(path);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const output = async (program: string, ...args: string[]): Promise<string> =>
  (await run(program, args, { maxBuffer: 256 * 1024 * 1024 })).stdout;

/** Throws, with its words, where qpdf finds an error or something to warn of. */
export const checkPdf = (bytes: Uint8Array): Promise<string> =>
  asFile(bytes, (path) => output('qpdf', '--check', path));

export const pdfText = (bytes: Uint8Array): Promise<string> =>
  asFile(bytes, (path) => output('pdftotext', '-layout', path, '-'));

export const pdfInfo = (bytes: Uint8Array): Promise<string> =>
  asFile(bytes, (path) => output('pdfinfo', path));

export const pdfAttachment = (bytes: Uint8Array): Promise<string> =>
  asFile(bytes, async (path) => {
    const saved = `${path}.attachment`;
    await output('pdfdetach', '-save', '1', '-o', saved, path);
    return output('cat', saved);
  });
