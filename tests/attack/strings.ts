// Naughty strings into every text field and every parameter, as customer and as operator, and out again through every screen and every file.

import { parse } from 'csv-parse/sync';
import type { Page } from 'playwright';
import screensOf from '../../web/routes.ts';
import { HOUR_MS } from '../../worker/domain/time.ts';
import { Random } from '../faults-run/random.ts';
import type { Caller } from '../faults-run/caller.ts';
import type { Customer } from '../support/customers.ts';
import { type Route, ROUTES } from '../worker/security/isolation-routes.ts';
import type { Victim } from '../worker/security/isolation-world.ts';
import { happeningsIn, openBrowser, visitor } from './browser.ts';
import { fieldsOf, shapesOfRoutes, takesText } from './contract.ts';
import { faultOf } from './judge.ts';
import { MARK } from './malformed.ts';
import { HARD, NAUGHTY, OWN, RAN } from './naughty.ts';
import { clockOf, isAsked, type Attack, type Part } from './part.ts';
import { makeInvestor, makeOperator, newSession, pageHeaders } from './people.ts';
import type { Target } from './target.ts';

type Who = 'customer' | 'operator' | 'nobody';
/** Operators work on somebody else than the customer who calls: they suspend him. */
type People = { readonly customer: Victim; readonly subject: Victim; readonly operator: Customer };
type Slot = {
  readonly name: string;
  readonly who: Who;
  readonly route: Route;
  readonly where: 'body' | 'query';
  readonly field: string;
};

/** Of a field whose other values are already stored, each of ours once; the others are drawn. */
const FIRST = OWN.length;
/** Ends the session, or the account, that the others need. */
const LEFT_OUT =
  /sign-out|\/closing|password|auth\/sessions|auth\/freeze|email-change|step-up|price-feed\/pause|\/dev\//u;
/** They take a while to be there, and a page that is still loading is not wide yet. */
const SETTLE_MS = 350;
const IDLE_MS = 2_000;

/** Whether only screens or files were asked for, which show what was sent before. */
const isOfScreens = ({ at }: Attack): boolean => /^(?:screen|file) /u.test(at ?? '');

export const strings: Part = {
  name: 'strings',
  share: 5,
  run: async (attack) => {
    const target = await attack.target();
    const planter = await Planter.at(attack, target);
    await planter.openViews();
    // To see a screen again, what it shows has to be there again.
    const at = isOfScreens(attack) ? null : attack.at;
    await planter.plant({ ...attack, at, seconds: attack.seconds * 0.5 });
    await planter.files();
    await openScreens(attack, target, planter);
    planter.close();
  },
};

class Planter {
  readonly #attack: Attack;
  readonly #target: Target;
  readonly #caller: Caller;
  readonly #slots: readonly Slot[];
  readonly people: People;

  private constructor(attack: Attack, target: Target, slots: readonly Slot[], people: People) {
    this.#attack = attack;
    this.#target = target;
    this.#caller = target.caller();
    this.#slots = slots;
    this.people = people;
  }

  static async at(attack: Attack, target: Target): Promise<Planter> {
    const shapes = await shapesOfRoutes();
    const slots: Slot[] = [];
    for (const [name, route] of Object.entries(ROUTES)) {
      const shape = shapes.get(name);
      if (shape === undefined || LEFT_OUT.test(name)) continue;
      const who = route.access === 'operator' || route.access === 'customer' ? route.access : 'nobody';
      for (const where of ['body', 'query'] as const) {
        const fields = shape[where] === null ? [] : [...fieldsOf(shape[where])];
        for (const [field, schema] of fields)
          if (takesText(schema)) slots.push({ name, who, route, where, field });
      }
    }
    return new Planter(attack, target, slots, {
      customer: await makeInvestor(target),
      subject: await makeInvestor(target),
      operator: await makeOperator(target),
    });
  }

  /** Operators say that they look at somebody before they read, note or decide. */
  async openViews(): Promise<void> {
    const { customer, subject, operator } = this.people;
    for (const { userId } of [customer, subject])
      for (const path of [
        `users/${userId}/views`,
        `users/${userId}/detail-views`,
        `identities/${userId}/views`,
      ])
        await this.#caller.send('POST', `/api/admin/${path}`, {}, pageHeaders(operator.cookie));
  }

  /** Each slot gets ours first, then the others as long as there is time; all slots get their first before any gets its second. */
  async plant(within: Attack): Promise<void> {
    const isTime = clockOf(within);
    const random = new Random(`${within.seed} strings`);
    const slots = random.shuffled(this.#slots);
    const drawn = slots.map(() => [
      ...random.shuffled(NAUGHTY.slice(0, FIRST)),
      ...random.shuffled(NAUGHTY.slice(FIRST)),
    ]);
    const accepted = new Set<Slot>();
    for (let round = 0; round < NAUGHTY.length && isTime(); round += 1) {
      for (const [n, slot] of slots.entries()) {
        const text = drawn[n]?.[round];
        if (text === undefined || !isTime()) continue;
        if (await this.#send(slot, text)) accepted.add(slot);
      }
    }
    // What stays is what a page has trouble with.
    const last = random.shuffled(HARD);
    for (const slot of accepted)
      for (const text of last) if (slot.where === 'body' && (await this.#send(slot, text))) break;
    const startsAt = new Date().toISOString();
    const endsAt = new Date(Date.now() + HOUR_MS).toISOString();
    for (const text of last) {
      const banner = { text: { 'pt-BR': text, en: text }, startsAt, endsAt, replaces: null };
      await this.#caller.send(
        'POST',
        '/api/admin/incident',
        banner,
        pageHeaders(this.people.operator.cookie),
      );
    }
    const count = (where: Slot['where']) => slots.filter((slot) => slot.where === where).length;
    const taken = [...accepted]
      .filter(({ where }) => where === 'body')
      .map(({ name, field }) => `${name} ${field}`);
    this.#attack.count('parameters', count('query'));
    this.#attack.count('fields', count('body'));
    this.#attack.count('fields that took some', taken.length);
    this.#attack.say(`taken by: ${taken.toSorted().join(', ')}`);
  }

  async #send(slot: Slot, text: string): Promise<boolean> {
    const { name, who, route, where, field } = slot;
    const at = `${name} ${where} ${field} = ${JSON.stringify(text).slice(0, 60)}`;
    if (!isAsked(this.#attack, at) && !isOfScreens(this.#attack)) return false;
    this.#attack.count('strings sent');
    const [verb = '', pattern = ''] = name.split(' ');
    const { customer, subject } = this.people;
    const named = who === 'operator' ? subject : customer;
    const path = route.path?.(named) ?? pattern;
    const isQuery = where === 'query';
    const value = encodeURIComponent(text.toWellFormed());
    const body = { ...(route.body?.(named) as object | undefined), ...(isQuery ? {} : { [field]: text }) };
    const cookie = who === 'nobody' ? '' : this.people[who].cookie;
    const reply = await this.#caller.send(
      verb,
      isQuery ? `${path}${path.includes('?') ? '&' : '?'}${field}=${value}` : path,
      verb === 'GET' ? null : body,
      { ...pageHeaders(cookie), 'Idempotency-Key': crypto.randomUUID() },
    );
    if (reply === null) {
      this.#attack.find(at, 'no answer');
      return false;
    }
    const fault = faultOf(reply, { mark: MARK, isApi: true });
    if (fault !== null) this.#attack.find(at, fault);
    if (this.#target.said.length > 0)
      this.#attack.find(at, `logs an error: ${this.#target.said.splice(0).join(' ').slice(0, 300)}`);
    if (reply.status === 401 && who !== 'nobody') {
      const person = this.people[who];
      Object.assign(person, await newSession(this.#target, person));
    }
    return reply.status < 300;
  }

  /** What can be taken along: no answer of ours may fail, and no cell of a table begins a formula. */
  async files(): Promise<void> {
    const { customer, operator } = this.people;
    const get = (path: string, cookie: string) => this.#caller.send('GET', path, null, pageHeaders(cookie));
    const paths = ['csv', 'json', 'pdf'].flatMap((format) =>
      ['pt-BR', 'en'].flatMap((language) => [
        `/api/transactions/file?format=${format}&language=${language}`,
        `/api/tax/${new Date().getUTCFullYear()}/file?format=${format}&language=${language}`,
      ]),
    );
    for (const path of paths)
      if (isAsked(this.#attack, `file ${path}`)) this.#readFile(path, await get(path, customer.cookie));
    for (const list of ['submissions', 'audit-log']) {
      const path = `/api/admin/${list}/exports`;
      if (!isAsked(this.#attack, `file ${path}`)) continue;
      const ready = await this.#caller.send('POST', path, {}, pageHeaders(operator.cookie));
      const { id } = JSON.parse(ready?.text ?? '{}') as { readonly id?: string };
      this.#readFile(path, id === undefined ? ready : await get(`${path}/${id}`, operator.cookie));
    }
  }

  #readFile(path: string, reply: Awaited<ReturnType<Caller['send']>>): void {
    const at = `file ${path}`;
    this.#attack.count('files');
    if (reply === null || reply.status >= 500) return this.#attack.find(at, `answered ${reply?.status}`);
    if (!String(reply.headers['content-type']).includes('csv')) return undefined;
    const text = reply.text.replace(/^\uFEFF/u, '');
    const delimiter = (text.split('\n')[0] ?? '').includes(';') ? ';' : ',';
    const rows = parse(text, { delimiter, relax_column_count: true }) as readonly (readonly string[])[];
    this.#attack.count('rows of tables', rows.length);
    const formula = rows
      .flat()
      .find((cell) => /^[\s\p{Cf}]*[=+\-@＝＋－＠]/u.test(cell) && !/^[-+]?[\d.,]+$/u.test(cell));
    return formula === undefined
      ? undefined
      : this.#attack.find(at, `a cell begins a formula: ${JSON.stringify(formula)}`);
  }

  close(): void {
    this.#caller.close();
  }
}

type Seen = {
  readonly shows: boolean;
  readonly ran: boolean;
  readonly loose: string | null;
  readonly wide: number;
  readonly what: string;
};

/** In a page: whether a string ran, became an element, or made it too wide; then what reaches beyond the edge and has nothing in it that does. */
const LOOK = `(() => {
  const root = document.documentElement;
  const beyond = [...document.body.querySelectorAll('*')].filter((one) => one.getBoundingClientRect().right > root.clientWidth + 1);
  const inner = beyond.filter((one) => !beyond.some((other) => other !== one && one.contains(other)));
  return {
    shows: /${RAN}|${MARK}|evil\\.example|WWWWWWWW|xxxxxxxxxx|🏅/u.test((document.querySelector("main") ?? document.body).innerText),
    ran: '${RAN}' in window,
    loose: document.querySelector('${MARK}, base, a[href^="javascript:"], iframe[srcdoc]')?.outerHTML.slice(0, 120) ?? null,
    wide: root.scrollWidth - root.clientWidth,
    what: inner.slice(0, 3).map((one) => one.tagName + '.' + one.className + ' ' + one.textContent.slice(0, 40)).join(' | '),
  };
})()`;

/** Every address of the site by its name, in the default language. */
function addresses({ customer, subject }: People): readonly (readonly [name: string, path: string])[] {
  type Node = { readonly path?: string; readonly index?: boolean; readonly children?: readonly Node[] };
  const walk = (nodes: readonly Node[], above: string): string[] =>
    nodes.flatMap(({ path, children }) => {
      const own = path === undefined ? above : `${above}/${path}`;
      return children === undefined ? [own] : walk(children, own);
    });
  const all = [...new Set(walk(screensOf as readonly Node[], ''))].map((path) =>
    path === '' ? '/' : path.replace('*', 'nowhere'),
  );
  const plain = [...all, '/dev/mailbox', '/dev/bank'].map((path) => [path, path] as const);
  return [
    ...plain,
    ['/admin/customer of who calls', `/admin/customer?id=${customer.userId}`],
    ['/admin/customer of whom operators work on', `/admin/customer?id=${subject.userId}`],
  ];
}

async function openScreens(attack: Attack, target: Target, { people }: Planter): Promise<void> {
  const isTime = clockOf({ ...attack, seconds: attack.seconds * 0.5 });
  const screens = addresses(people).filter(([name]) => isAsked(attack, `screen ${name}`));
  if (screens.length === 0) return;
  const browser = await openBrowser();
  try {
    await Promise.all(
      (['customer', 'operator'] as const).map(async (who) => {
        const { cookie } = await newSession(target, people[who]);
        const page = await (await visitor(browser, target, cookie)).newPage();
        const happened = happeningsIn(page);
        const own = screens.filter(([, path]) => path.startsWith('/admin') === (who === 'operator'));
        for (const [name, path] of new Random(`${attack.seed} ${who}`).shuffled(own)) {
          if (!isTime()) attack.count('screens that there was no time for');
          else await look(attack, page, `screen ${name}`, target.origin + path, happened);
        }
      }),
    );
  } finally {
    await browser.close();
  }
}

async function look(
  attack: Attack,
  page: Page,
  at: string,
  address: string,
  happened: string[],
): Promise<void> {
  attack.count('screens');
  await page.goto(address, { waitUntil: 'load' });
  // Its lists come after it.
  await page.waitForLoadState('networkidle', { timeout: IDLE_MS }).catch(() => {});
  await page.waitForTimeout(SETTLE_MS);
  for (const what of happened.splice(0)) attack.find(at, what);
  const { shows, ran, loose, wide, what } = (await page.evaluate(LOOK)) as Seen;
  if (shows) attack.count('screens that show a string of ours');
  if (ran) attack.find(at, 'a string ran as code');
  if (loose !== null) attack.find(at, `a string became an element: ${loose}`);
  if (wide > 0) attack.find(at, `${wide} px too wide at 360: ${what}`);
}
