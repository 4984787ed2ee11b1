// The floor of the platform: what a Worker costs that does one thing and nothing else. `floor-server.ts` runs it as it stands.

import { DurableObject } from 'cloudflare:workers';

const TIME = /\d{4}-\d\d-\d\dT[\d:.]+Z/gu;

export class Bare extends DurableObject {
  #isTicking = false;

  answer() {
    return 1;
  }

  async fetch() {
    const { 0: client, 1: server } = new WebSocketPair();
    this.ctx.acceptWebSocket(server);
    if (!this.#isTicking) await this.ctx.storage.setAlarm(Date.now() + this.env.TICK_MS);
    this.#isTicking = true;
    return new Response(null, { status: 101, webSocket: client });
  }

  /** One frame a tick to every socket: that of the price hub, with the time of now wherever it has one. */
  async alarm() {
    const due = Date.now();
    await this.ctx.storage.setAlarm(due + this.env.TICK_MS);
    const frame = this.env.FRAME.replaceAll(TIME, new Date(due).toISOString());
    for (const socket of this.ctx.getWebSockets()) socket.send(frame);
  }

  webSocketMessage() {}

  webSocketClose(socket) {
    socket.close(1000);
  }
}

export default {
  async fetch(request, env) {
    const bare = env.BARE.get(env.BARE.idFromName('bare'));
    const { pathname } = new URL(request.url);
    if (pathname === '/api/prices/stream') return bare.fetch(request);
    if (pathname === '/object') await bare.answer();
    if (pathname === '/d1') await env.DB.prepare('SELECT 1').first();
    if (pathname === '/quote') {
      await env.LIMIT.limit({ key: 'bare' });
      await Promise.all([bare.answer(), env.DB.prepare('SELECT 1').first()]);
    }
    if (pathname === '/batch') await env.DB.batch(batchOf(env));
    return new Response('ok');
  },
};

/** As many statements as the batch of a trade, with as many bytes in all; each writes a row. */
function batchOf({ DB, STATEMENTS, BYTES }) {
  const value = 'x'.repeat(Math.round(BYTES / STATEMENTS));
  return Array.from({ length: STATEMENTS }, () =>
    DB.prepare('INSERT INTO rows (value) VALUES (?1)').bind(value),
  );
}
