// A loopback in front of the local server that compresses text as Cloudflare's edge does: with brotli at its strength 4,
// while the visitor waits. Other replies and WebSockets pass unchanged.

import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { constants, createBrotliCompress } from 'node:zlib';

const STRENGTH = 4;
const TEXT = /^(?:text\/|application\/(?:json|javascript|manifest\+json)|image\/svg)/u;

export async function startEdge(port: number): Promise<{ readonly origin: string; close: () => void }> {
  const forward = ({ url, method, headers }: IncomingMessage) =>
    request({ host: 'localhost', port, path: url, method, headers });
  const edge = createServer((asked, answer) => {
    const inner = forward(asked).on('response', (reply) => {
      const { headers, statusCode = 502 } = reply;
      const isPlain = headers['content-encoding'] === undefined && statusCode === 200;
      if (!isPlain || asked.method !== 'GET' || !TEXT.test(headers['content-type'] ?? '')) {
        answer.writeHead(statusCode, headers);
        reply.pipe(answer);
        return;
      }
      const { 'content-length': _, ...rest } = headers;
      answer.writeHead(statusCode, { ...rest, 'content-encoding': 'br', vary: 'Accept-Encoding' });
      const packed = createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: STRENGTH } });
      reply.pipe(packed).pipe(answer);
    });
    inner.on('error', () => answer.destroy());
    asked.pipe(inner);
  });
  edge.on('upgrade', (asked, socket, head) => {
    const inner = forward(asked).on('upgrade', (reply, far, farHead) => {
      const lines = reply.rawHeaders.flatMap((name, i) =>
        i % 2 === 0 ? [`${name}: ${reply.rawHeaders[i + 1]}`] : [],
      );
      socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('\r\n')}\r\n\r\n`);
      socket.write(farHead);
      far.write(head);
      far.on('error', () => socket.destroy()).pipe(socket);
      socket.on('error', () => far.destroy()).pipe(far);
    });
    inner.on('error', () => socket.destroy()).end();
  });
  edge.listen(0, '127.0.0.1');
  await once(edge, 'listening');
  const { port: own } = edge.address() as AddressInfo;
  const close = () => {
    edge.close();
    edge.closeAllConnections();
  };
  return { origin: `http://localhost:${own}`, close };
}
