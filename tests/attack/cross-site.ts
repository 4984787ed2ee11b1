// A real browser with a live session, and pages of another site and of another port of this one that try everything a page can: nothing
// changes, nothing is read, and the session lives on. The same is tried from the product's own page first, where it works.

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContext, Page } from 'playwright';
import { openBrowser, visitor } from './browser.ts';
import { isAsked, type Attack, type Part } from './part.ts';
import { makeInvestor, pageHeaders } from './people.ts';
import type { Target } from './target.ts';
import { Written } from './written.ts';

const CHANGES = [
  ['PATCH', '/api/profile', '{"fullName":"Mallory Vale"}'],
  ['PUT', '/api/identity/pep', '{"pep":true,"pepDetail":"Mallory"}'],
  ['POST', '/api/alerts', '{"metal":"gold","direction":"above","targetPriceCents":91000000}'],
  ['POST', '/api/deposits', '{"amountCents":20000,"method":"wire"}'],
  ['POST', '/api/auth/sign-out', '{}'],
  ['DELETE', '/api/auth/sessions', ''],
] as const;
const READS = ['/api/portfolio', '/api/profile', '/api/transactions/file?format=csv', '/dashboard'] as const;

/** The script runs in the page, with its words written into it, and says what it got hold of; '' is nothing. */
type Scripted = { readonly name: string; readonly script: string };

const scripted = (name: string, script: string): Scripted => ({ name, script });
const argued = (...args: readonly string[]): string => args.map((one) => JSON.stringify(one)).join(', ');
const DONE_MS = 700;

function triesOf(): readonly Scripted[] {
  const types = ['application/json', 'text/plain', 'application/x-www-form-urlencoded'];
  const calls = [
    ...CHANGES.flatMap(([method, path, body]) => types.map((type) => [method, path, body, type])),
    ...READS.map((path) => ['GET', path, '', '']),
  ];
  const fetches = ['cors', 'no-cors'].flatMap((mode) =>
    ['include', 'omit'].flatMap((credentials) =>
      calls.map((words) =>
        scripted(
          `fetch ${mode} ${credentials} ${words.join(' ')}`,
          `attempt(${argued(mode, credentials, ...words)})`,
        ),
      ),
    ),
  );
  const beacons = CHANGES.flatMap(([, path, body]) =>
    ['text/plain', 'application/json'].map((type) =>
      scripted(
        `beacon ${path} as ${type}`,
        `(navigator.sendBeacon(origin + ${argued(path)}, new Blob([${argued(body)}], { type: ${argued(type)} })), later(''))`,
      ),
    ),
  );
  const forms = CHANGES.flatMap(([, path, body]) =>
    ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data'].map((type) =>
      scripted(`form ${path} as ${type}`, `form(${argued(path, body, type)})`),
    ),
  );
  const loads = READS.flatMap((path) =>
    ['img', 'script', 'link', 'iframe', 'object', 'embed', 'video'].map((tag) =>
      scripted(`${tag} of ${path}`, `load(${argued(tag, path)})`),
    ),
  );
  return [
    ...fetches,
    ...beacons,
    ...forms,
    ...loads,
    scripted('socket', 'socket()'),
    scripted('event source', 'events()'),
    scripted('opener', 'opened()'),
    scripted('navigation to a change', `navigated('/api/auth/sign-out')`),
  ];
}

/** What the tries share, in the page; `origin` is the product's. */
const TOOLS = (origin: string): string => `
  const origin = ${JSON.stringify(origin)};
  const later = (value) => new Promise((settle) => setTimeout(() => settle(value), ${DONE_MS / 4}));
  const attempt = async (mode, credentials, method, path, body, type) => {
    const headers = type === '' ? {} : { 'Content-Type': type, ...(mode === 'cors' ? { 'Idempotency-Key': crypto.randomUUID() } : {}) };
    try {
      const reply = await fetch(origin + path, { mode, credentials, method, headers, ...(body === '' ? {} : { body }) });
      return reply.type === 'opaque' ? '' : reply.status + ' ' + (await reply.text()).slice(0, 80);
    } catch { return ''; }
  };
  const form = (path, body, type) => {
    const frame = Object.assign(document.createElement('iframe'), { name: 'f' + Math.random() });
    const made = Object.assign(document.createElement('form'), { action: origin + path, method: 'post', enctype: type, target: frame.name });
    const field = Object.assign(document.createElement('input'), { name: body.slice(0, -1) + ',"x":"', value: '"}' });
    made.append(field);
    document.body.append(frame, made);
    made.submit();
    return later('').then(() => { try { return frame.contentDocument.body.innerText.slice(0, 80); } catch { return ''; } });
  };
  const load = (tag, path) => {
    const made = document.createElement(tag);
    if (tag === 'link') made.rel = 'stylesheet';
    made[tag === 'link' ? 'href' : tag === 'object' ? 'data' : 'src'] = origin + path;
    const heard = new Promise((settle) => { made.onload = () => settle('loaded'); made.onerror = () => settle(''); });
    document.body.append(made);
    return Promise.race([heard, later('')]).then((said) => {
      // A frame fires \`load\` for the browser's own page of refusal too: only what can be read counts.
      try { return made.contentDocument ? made.contentDocument.body.innerText.slice(0, 80) : tag === 'iframe' || tag === 'object' || tag === 'embed' ? '' : said; } catch { return ''; }
    });
  };
  const socket = () => new Promise((settle) => {
    const made = new WebSocket(origin.replace('http', 'ws') + '/api/prices/stream');
    made.onopen = () => settle('open');
    made.onerror = () => settle('');
    setTimeout(() => settle(''), ${DONE_MS});
  });
  const events = () => new Promise((settle) => {
    const made = new EventSource(origin + '/api/portfolio', { withCredentials: true });
    made.onmessage = ({ data }) => settle(data);
    made.onerror = () => { made.close(); settle(''); };
    setTimeout(() => settle(''), ${DONE_MS});
  });
  const opened = async () => {
    const other = window.open(origin + '/dashboard');
    await later('');
    await later('');
    let got = '';
    try { got = other.document.body.innerText.slice(0, 80); } catch { got = ''; }
    try { other.location = 'javascript:window.name="x"'; } catch { /* refused */ }
    try { other.postMessage({ type: 'sign-out' }, '*'); } catch { /* refused */ }
    try { other.close(); } catch { /* severed */ }
    return got;
  };
  const navigated = async (path) => {
    const other = window.open(origin + path);
    await later('');
    try { other.close(); } catch { /* severed */ }
    return '';
  };
`;

export const crossSite: Part = {
  name: 'cross-site',
  share: 1,
  run: async (attack) => {
    const target = await attack.target();
    const browser = await openBrowser();
    const server = await evilServer();
    const { port } = server.address() as AddressInfo;
    try {
      const victim = await makeInvestor(target);
      const context = await visitor(browser, target, victim.cookie);
      const home = await context.newPage();
      await home.goto(`${target.origin}/verify`);
      await worksAtHome(attack, target, home);
      await home.close();
      for (const [where, origin] of [
        ['another site', `http://localhost:${port}`],
        ['another port', `http://127.0.0.1:${port}`],
      ] as const) {
        await triedFrom(attack, target, context, where, origin, victim.cookie);
      }
    } finally {
      await browser.close();
      server.close();
    }
  },
};

/** One try of each kind succeeds in the product's own page: so the others fail because of where they come from. */
async function worksAtHome(attack: Attack, { origin }: Target, page: Page): Promise<void> {
  for (const [name, script] of [
    ['fetch', `attempt('cors', 'include', 'PUT', '/api/identity/pep', '{"pep":false}', 'application/json')`],
    ['a read', `attempt('cors', 'include', 'GET', '/api/portfolio', '', '')`],
    ['socket', 'socket()'],
  ] as const) {
    const [got = ''] = await run(page, origin, [{ script }]);
    if (got === '' || /^[45]/u.test(got))
      attack.find(`at home: ${name}`, `does not work there either: ${got}`);
  }
}

async function triedFrom(
  attack: Attack,
  target: Target,
  context: BrowserContext,
  where: string,
  from: string,
  cookie: string,
): Promise<void> {
  const page = await context.newPage();
  await page.goto(from);
  const written = new Written(target);
  await written.settled();
  // Those of one kind at once: each waits for answers that never come.
  for (const [kind, tries] of Map.groupBy(triesOf(), ({ name }) => name.split(' ', 2).join(' '))) {
    const asked = tries.filter(({ name }) => isAsked(attack, `${where}: ${name}`));
    if (asked.length === 0) continue;
    attack.count('tries', asked.length);
    const got = await run(page, target.origin, asked);
    for (const [n, what] of got.entries())
      if (what !== '') attack.find(`${where}: ${asked[n]?.name}`, `got hold of: ${what}`);
    const changed = written.changed({ isRead: false });
    if (changed.length > 0) attack.find(`${where}: ${kind}`, `has changed ${changed.join(', ')}`);
    for (const other of context.pages()) if (other !== page) await other.close();
    await page.goto(from);
  }
  await page.close();
  const caller = target.caller();
  const alive = await caller.send('GET', '/api/auth/factors', null, pageHeaders(cookie));
  caller.close();
  if (alive?.status !== 200) attack.find(`${where}: afterwards`, `the session is gone: ${alive?.status}`);
}

function run(page: Page, origin: string, tries: readonly Pick<Scripted, 'script'>[]): Promise<string[]> {
  const all = tries.map(({ script }) => script).join(', ');
  return page.evaluate(`(async () => { ${TOOLS(origin)} return await Promise.all([${all}]); })()`);
}

async function evilServer(): Promise<Server> {
  const server = createServer((_request, reply) => {
    reply.setHeader('Content-Type', 'text/html');
    reply.end('<!doctype html><title>evil</title><body>evil</body>');
  });
  await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle));
  return server;
}
