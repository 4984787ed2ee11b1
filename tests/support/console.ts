// vitest sends each console line to its main process and waits for the answer before a file ends. A line that a request or a
// Durable Object writes is sent from its own context, and the answer never arrives when reset() destroys that context first:
// the run would hang. The lines are therefore kept, and sent by the test itself.

import { afterEach } from 'vitest';

const METHODS = ['debug', 'info', 'log', 'warn', 'error'] as const;
const kept: (() => void)[] = [];
let replaced = false;

/** Called once for each file; the runtime, and this module, outlive a file. */
export function sendConsoleAfterEachTest(): void {
  if (!replaced) {
    for (const method of METHODS) {
      const send = console[method].bind(console);
      console[method] = (...values: unknown[]) => void kept.push(() => send(...values));
    }
  }
  replaced = true;
  afterEach(() => {
    for (const send of kept.splice(0)) send();
  });
}
