// What the product holds: the heap of its isolate after a collection, as the runtime's inspector tells it. Worker and objects share one.

import { once } from 'node:events';
import { WebSocket } from 'ws';

const MIB = 1024 * 1024;
/** Miniflare's name for the Worker; its own, the emulator of D1 among them, have others. */
const PRODUCT = /core:user:/u;

type Usage = {
  readonly usedSize: number;
  readonly embedderHeapUsedSize: number;
  readonly backingStorageSize: number;
};

export async function heapMiB(inspector: URL): Promise<number> {
  const listed = await fetch(new URL('/json', `http://${inspector.host}`));
  const targets = (await listed.json()) as { readonly webSocketDebuggerUrl: string }[];
  const target = targets.find(({ webSocketDebuggerUrl }) => PRODUCT.test(webSocketDebuggerUrl));
  if (target === undefined) throw new Error(`The inspector knows no Worker: ${JSON.stringify(targets)}`);
  const socket = new WebSocket(target.webSocketDebuggerUrl.split('#', 1)[0] ?? '');
  try {
    await once(socket, 'open');
    await asked(socket, 1, 'HeapProfiler.collectGarbage');
    const used = (await asked(socket, 2, 'Runtime.getHeapUsage')) as Usage;
    return (used.usedSize + used.embedderHeapUsedSize + used.backingStorageSize) / MIB;
  } finally {
    socket.close();
  }
}

async function asked(socket: WebSocket, id: number, method: string): Promise<unknown> {
  socket.send(JSON.stringify({ id, method }));
  for (;;) {
    const [text] = (await once(socket, 'message')) as [Buffer];
    const answer = JSON.parse(text.toString()) as { readonly id?: number; readonly result?: unknown };
    if (answer.id === id) return answer.result;
  }
}
