// The outside world, on loopback: every price vendor's documented address and reply, the operator's spreadsheet (`sheet`), the bank
// (`pix-api`), and every way in which they can misbehave. Started on Node before the tests; each test has a scope of its own, which it
// controls over HTTP: PUT /control/<scope>/<vendor>. Nothing here is reachable from the product.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';
import { PixBank } from './pix-bank.ts';
import type { Behaviour, PixCommand, Scenario } from './vendor-control.ts';

const DEFAULT: Scenario = {
  behaviour: 'well',
  prices: { XAU: 4389, XAG: 58, XPT: 1612, XPD: 1208 },
  rate: 5.34,
  rates: {},
  clockOffsetMs: 0,
  lie: null,
};
const YEAR_MS = 365 * 24 * 60 * 60_000;
const SLOW_MS = 10_000;
const SYMBOLS: Readonly<Record<string, string>> = {
  gold: 'XAU',
  silver: 'XAG',
  platinum: 'XPT',
  palladium: 'XPD',
};

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const vendors = await startVendors();
  project.provide('vendorsUrl', vendors.url);
  return vendors.close;
}

/** The same server for tests that start by themselves (browser tests). */
export async function startVendors(): Promise<{ url: string; close: () => Promise<void> }> {
  const scenarios = new Map<string, Scenario>();
  const hits = new Map<string, number>();
  const bodies = new Map<string, string[]>();
  const banks = new Map<string, PixBank>();
  const server = createServer((request, response) => {
    route(request, response, { scenarios, hits, bodies, banks }).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });
  // Whoever was busy for longer than a connection is kept would find it closed under the next call.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => stop(server) };
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

type Memory = {
  readonly scenarios: Map<string, Scenario>;
  readonly hits: Map<string, number>;
  readonly bodies: Map<string, string[]>;
  readonly banks: Map<string, PixBank>;
};

async function route(
  request: IncomingMessage,
  response: ServerResponse,
  { scenarios, hits, bodies, banks }: Memory,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://vendors');
  const [first = '', second = '', third = ''] = url.pathname.slice(1).split('/');
  if (first === 'control') {
    const key = `${second}/${third}`;
    if (request.method === 'PUT') {
      const { command, ...change } = JSON.parse(await bodyOf(request)) as Partial<Scenario> & {
        command?: PixCommand;
      };
      if (command !== undefined) bankOf(banks, key).tell(command);
      scenarios.set(key, { ...DEFAULT, ...scenarios.get(key), ...change });
    }
    const bank = third === 'pix-api' ? bankOf(banks, key).seen() : null;
    return json(response, { hits: hits.get(key) ?? 0, bodies: bodies.get(key) ?? [], bank });
  }
  const key = `${first}/${second}`;
  hits.set(key, (hits.get(key) ?? 0) + 1);
  const scenario = scenarios.get(key) ?? DEFAULT;
  const path = url.pathname.slice(key.length + 1) + url.search;
  if (second === 'pix-api') {
    const { method = 'GET', headers } = request;
    const asked = { method, path, authorization: headers.authorization ?? '', body: await bodyOf(request) };
    // What is asked is done, whatever becomes of the answer.
    const { status, text } = bankOf(banks, key).answer(asked, scenario.lie);
    return misbehave(scenario, text, response, status);
  }
  if (request.method === 'POST') bodies.set(key, [...(bodies.get(key) ?? []), await bodyOf(request)]);
  await misbehave(scenario, documentedReply(second, path, scenario), response);
}

function bankOf(banks: Map<string, PixBank>, key: string): PixBank {
  const bank = banks.get(key) ?? new PixBank();
  banks.set(key, bank);
  return bank;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}

function json(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8' }).end(JSON.stringify(value));
}

/** What the vendor's documents say it answers ; null for an address it does not have. */
function documentedReply(vendor: string, path: string, s: Scenario): string | null {
  const now =
    Date.now() + s.clockOffsetMs + { 'last-year': -YEAR_MS, 'next-year': YEAR_MS, other: 0 }[timeShift(s)];
  const priced = (symbol: string) => figure(s.prices[symbol] ?? Number.NaN, s.behaviour);
  if (vendor === 'gold-api') {
    const symbol = /^\/price\/(XAU|XAG|XPT|XPD)$/u.exec(path)?.[1];
    if (symbol === undefined) return null;
    const time = new Date(now).toISOString();
    return `{"currency":"USD","currencySymbol":"$","exchangeRate":1.0,"name":"${symbol}","price":${priced(symbol)},"symbol":"${symbol}","updatedAt":"${time}","updatedAtReadable":"a few seconds ago"}`;
  }
  if (vendor === 'swissquote') {
    const symbol = /^\/public-quotes\/bboquotes\/instrument\/(XAU|XAG|XPT|XPD)\/USD$/u.exec(path)?.[1];
    if (symbol === undefined) return null;
    const price = priced(symbol);
    const profile = (name: string) =>
      `{"spreadProfile":"${name}","bidSpread":24.20,"askSpread":24.20,"bid":${price},"ask":${price}}`;
    return `[{"topo":{"platform":"SwissquoteLtd","server":"Live5"},"spreadProfilePrices":[${profile('premium')},${profile('prime')}],"ts":${now}}]`;
  }
  if (vendor === 'metals-dev') {
    if (!/^\/v1\/latest\?api_key=.+&currency=USD&unit=toz$/u.test(path)) return null;
    const metals = Object.entries(SYMBOLS).map(([metal, symbol]) => `"${metal}":${priced(symbol)}`);
    const time = new Date(now).toISOString();
    return `{"status":"success","currency":"USD","unit":"toz","metals":{${metals.join(',')}},"currencies":{"USD":1,"BRL":0.187},"timestamps":{"metal":"${time}","currency":"${time}"}}`;
  }
  if (vendor === 'sheet') return '{"result":"success"}';
  const rate = figure(s.rate, s.behaviour);
  if (vendor === 'awesomeapi') {
    if (path !== '/json/last/USD-BRL') return null;
    return `{"USDBRL":{"code":"USD","codein":"BRL","high":"${rate}","low":"${rate}","bid":"${rate}","ask":"${rate}","timestamp":"${Math.floor(now / 1000)}","create_date":""}}`;
  }
  if (vendor === 'bcb-ptax') {
    if (path.startsWith(`${PTAX}CotacaoDolarPeriodo`)) return ptaxPeriod(path, s);
    if (!path.startsWith(`${PTAX}CotacaoDolarDia`)) return null;
    const time = new Date(now - 3 * 60 * 60_000).toISOString().replace('T', ' ').replace('Z', '');
    return `{"value":[{"cotacaoCompra":${rate},"cotacaoVenda":${rate},"dataHoraCotacao":"${time}"}]}`;
  }
  return null;
}

const PTAX = '/olinda/servico/PTAX/versao/v1/odata/';
const PTAX_PERIOD =
  /^\/.*@dataInicial='(\d\d)-(\d\d)-(\d{4})'&@dataFinalCotacao='(\d\d)-(\d\d)-(\d{4})'&\$top=\d+&\$format=json$/u;
const DAY_MS = 24 * 60 * 60_000;

/** A bulletin for each day from Monday to Friday. */
function ptaxPeriod(path: string, s: Scenario): string | null {
  const asked = PTAX_PERIOD.exec(decodeURIComponent(path));
  if (asked === null) return null;
  const [month, day, year, lastMonth, lastDay, lastYear] = asked.slice(1).map(Number);
  const shift = { 'last-year': -1, 'next-year': 1, other: 0 }[timeShift(s)];
  const rows: string[] = [];
  const last = Date.UTC(lastYear ?? 0, (lastMonth ?? 1) - 1, lastDay);
  for (let at = Date.UTC(year ?? 0, (month ?? 1) - 1, day); at <= last; at += DAY_MS) {
    const date = new Date(at);
    if (date.getUTCDay() % 6 === 0) continue;
    const iso = date.toISOString().slice(4, 10);
    const rate = figure(s.rates[date.toISOString().slice(0, 10)] ?? s.rate, s.behaviour);
    rows.push(
      `{"cotacaoCompra":${rate},"cotacaoVenda":${rate},"dataHoraCotacao":"${date.getUTCFullYear() + shift}${iso} 13:04:02.917"}`,
    );
  }
  return `{"value":[${rows.join(',')}]}`;
}

function timeShift(s: Scenario): 'last-year' | 'next-year' | 'other' {
  return s.behaviour === 'last-year' || s.behaviour === 'next-year' ? s.behaviour : 'other';
}

/** A price as the vendor writes it, or as it should never write it. */
function figure(price: number, behaviour: Behaviour): string {
  if (behaviour === 'nan') return 'NaN';
  if (behaviour === 'negative') return String(-price);
  if (behaviour === 'zero') return '0';
  if (behaviour === 'times-100') return String(price * 100);
  return String(price);
}

async function misbehave(
  scenario: Scenario,
  reply: string | null,
  response: ServerResponse,
  status = 200,
): Promise<void> {
  if (reply === null) {
    response.writeHead(404, { 'Content-Type': 'application/json' }).end('{}');
    return;
  }
  const typed = { 'Content-Type': 'application/json' };
  switch (scenario.behaviour) {
    case 'down':
      response.destroy();
      return;
    case 'slow':
      await new Promise((resolve) => setTimeout(resolve, SLOW_MS).unref());
      response.writeHead(status, typed).end(reply);
      return;
    case 'error-500':
      response.writeHead(500, typed).end('{"error":"internal"}');
      return;
    case 'html':
      response.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html><title>Sorry</title>');
      return;
    case 'truncated':
      response.writeHead(status, typed).end(reply.slice(0, Math.floor(reply.length / 2)));
      return;
    case 'endless':
      return pour(response, 'x'.repeat(16_384), 0);
    case 'dripping':
      return pour(response, ' ', 50);
    case 'redirect':
      // Whoever follows finds a well-formed reply with another price.
      response.writeHead(302, { Location: '/trap/gold-api/price/XAU' }).end();
      return;
    default:
      response.writeHead(status, typed).end(reply);
  }
}

/** Writes for ever, until the reader hangs up. */
async function pour(response: ServerResponse, chunk: string, pauseMs: number): Promise<void> {
  response.writeHead(200, { 'Content-Type': 'application/json' });
  response.write('[');
  while (!response.destroyed) {
    if (!response.write(chunk)) await new Promise<void>((resolve) => whenDrained(response, resolve));
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

function whenDrained(response: ServerResponse, resolve: () => void): void {
  response.once('drain', resolve);
  response.once('close', resolve);
}
