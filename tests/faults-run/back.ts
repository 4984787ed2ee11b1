// Until the hub and the database answer.

import { Caller, type Reply } from './caller.ts';
import type { History } from './history.ts';

/** Nobody waits longer: what does not come back by then is found. */
const BACK_MS = 60_000;

export async function back(port: number, history: History): Promise<void> {
  const caller = new Caller(port);
  const isWell = (reply: Reply | null) => reply?.status === 200;
  const until = performance.now() + BACK_MS;
  try {
    for (const path of ['/api/prices', '/api/stock']) {
      let reply: Reply | null = null;
      do {
        reply = await caller.send('GET', path);
        if (!isWell(reply)) await new Promise((settle) => setTimeout(settle, 20));
      } while (!isWell(reply) && performance.now() < until);
      if (!isWell(reply)) history.find('wrong', `${path} did not come back: ${reply?.status} ${reply?.text}`);
    }
  } finally {
    caller.close();
  }
}
