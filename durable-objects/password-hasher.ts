// Hashes passwords away from the isolates that serve pages and trades: scrypt holds a processor, and whatever else its isolate should
// answer waits. It knows no password and no pepper, keeps nothing, and has the same line as any isolate that hashes.

import { DurableObject } from 'cloudflare:workers';
import { PasswordsBusyError } from '../worker/auth/password-queue.ts';
import { deriveInSteps, type PasswordWork } from '../worker/auth/password-work.ts';
import { mixerOf } from '../worker/auth/scrypt-steps.ts';
import scrypt from '../worker/auth/scrypt.wasm';

/** One for all hashers of an isolate, as the line is. */
const mixer = mixerOf(scrypt);

/** The line is full. An error would lose what it says on its way. */
export type HasherBusy = { readonly retryAfterSeconds: number };

export class PasswordHasher extends DurableObject<Env> {
  async derive(work: PasswordWork): Promise<Uint8Array | HasherBusy> {
    try {
      return await deriveInSteps(mixer, work);
    } catch (error) {
      if (error instanceof PasswordsBusyError) return { retryAfterSeconds: error.retryAfterSeconds };
      throw error;
    }
  }
}
