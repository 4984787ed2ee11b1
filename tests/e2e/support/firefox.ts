#!/usr/bin/env node
// Firefox, as Playwright starts it: it asks every browser for the emulation of media features, and Firefox 153 (ESR) does not know that
// command yet. Its refusal alone becomes a yes on the way back; the tests emulate none. With a Firefox that knows it this file goes.

import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { AddressInfo } from 'node:net';
import { WebSocket, WebSocketServer } from 'ws';

const NOT_KNOWN = 'emulation.setMediaFeaturesOverride';

const firefox = spawn(process.env['ONCA_FIREFOX'] ?? '', process.argv.slice(2), {
  stdio: ['inherit', 'inherit', 'pipe'],
});
firefox.on('exit', (code) => process.exit(code ?? 1));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => firefox.kill(signal));
createInterface(firefox.stderr).on('line', (line) => {
  const [said, address] = /WebDriver BiDi listening on (ws:\/\/\S+)/u.exec(line) ?? [];
  if (said === undefined || address === undefined) return console.error(line);
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  server.on('connection', (near, { url }) => join(near, new WebSocket(`${address}${url}`, LARGE)));
  server.on('listening', () => {
    const { port } = server.address() as AddressInfo;
    // Playwright waits for this line, and connects to the address in it.
    console.error(`WebDriver BiDi listening on ws://127.0.0.1:${port}`);
  });
});

/** Screenshots are one message. */
const LARGE = { maxPayload: 256 * 1024 * 1024, perMessageDeflate: false };

function join(near: WebSocket, far: WebSocket): void {
  const asked = new Set<number>();
  const opened = new Promise<void>((settle) => far.once('open', settle));
  near.on('message', (data: Buffer) => {
    const text = data.toString();
    if (text.includes(NOT_KNOWN)) asked.add((JSON.parse(text) as { id: number }).id);
    void opened.then(() => far.send(text));
  });
  far.on('message', (data: Buffer) => {
    const text = data.toString();
    near.send(text.includes('"unknown command"') ? forgiven(text, asked) : text);
  });
  near.on('close', () => far.close());
  far.on('close', () => near.close());
  for (const socket of [near, far]) socket.on('error', () => {});
}

function forgiven(text: string, asked: ReadonlySet<number>): string {
  const { id } = JSON.parse(text) as { id: number };
  return asked.has(id) ? JSON.stringify({ type: 'success', id, result: {} }) : text;
}
