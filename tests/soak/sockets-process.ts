// The crowd of sockets, in a process of its own: what it hears holds up nobody whose time is measured. Others pass by: they open a socket,
// hear one frame and leave, as visitors of a page do.

import { WebSocket } from 'ws';
import { optionsOf, serveBench } from '../bench/child.ts';
import { Crowd } from '../bench/sockets.ts';

export type SocketsOptions = {
  readonly url: string;
  readonly tickMs: number;
  readonly sockets: number;
  /** Of the customers, who have one each of them. */
  readonly cookies: readonly string[];
  /** In a second. */
  readonly passing: number;
};

const { url, tickMs, sockets, cookies, passing } = optionsOf<SocketsOptions>();
const crowd = new Crowd(new URL(url), tickMs, cookies);
await crowd.growTo(sockets);
let passed = 0;
const timer = setInterval(pass, 1_000 / passing);

serveBench({
  url,
  end: () => {
    clearInterval(timer);
    crowd.close();
  },
  answers: {
    watch: async () => crowd.watch(),
    followed: async () => ({ ...crowd.followed, passed }),
  },
});

function pass(): void {
  const { host, origin } = new URL(url);
  const address = `10.7.${Math.floor(passed / 250) % 250}.${(passed % 250) + 1}`;
  const headers = { Origin: origin, 'CF-Connecting-IP': address };
  const socket = new WebSocket(`ws://${host}/api/prices/stream`, { headers });
  socket.on('error', () => {});
  socket.once('message', () => {
    passed += 1;
    socket.close();
  });
}
