import { createHash } from 'node:crypto';

/** Lower-case hexadecimal, at once: for work that hashes thousands of texts. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
