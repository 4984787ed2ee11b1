// Every screen of the site in Chromium at the width of a phone, as customer and as operator, and those of the records that were written:
// nothing runs, nothing becomes an element, nothing is too wide. Which field's string each shows, its name in it tells.

import type { Browser, Page } from 'playwright';
import screensOf from '../../web/routes.ts';
import { Random } from '../faults-run/random.ts';
import { happeningsIn, openBrowser, visitor } from './browser.ts';
import { MARK } from './malformed.ts';
import { RAN, tagsIn } from './naughty.ts';
import { type Attack, clockOf, isAsked } from './part.ts';
import { newSession } from './people.ts';
import type { Person } from './plant-world.ts';
import type { Planter } from './planter.ts';
import type { Target } from './target.ts';

/** They take a while to be there, and a page that is still loading is not wide yet. */
const SETTLE_MS = 350;
const IDLE_MS = 2_000;
/** A record that is opened comes after its list. */
const RECORD_MS = 3_000;
const PAGES = 3;

type Seen = {
  readonly text: string;
  readonly ran: boolean;
  readonly loose: string | null;
  readonly wide: number;
  readonly what: string;
};

/** In a page: what it says, whether a string ran, became an element, or made it too wide; then what reaches beyond the edge and has nothing in it that
 * does, be it an element or a text that leaves its own. */
const LOOK = `(() => {
  const root = document.documentElement;
  const all = [...document.body.querySelectorAll('*')];
  const isBeyond = (box) => box.getBoundingClientRect().right > root.clientWidth + 1;
  const isTextBeyond = (node) => {
    if (node.nodeType !== Node.TEXT_NODE) return false;
    const range = document.createRange();
    range.selectNodeContents(node);
    return isBeyond(range);
  };
  const beyond = all.filter((one) => isBeyond(one) || [...one.childNodes].some(isTextBeyond));
  const inner = beyond.filter((one) => !beyond.some((other) => other !== one && one.contains(other)));
  const said = all.flatMap((one) => [one.value, one.alt, one.title, one.getAttribute('aria-label')]).filter((one) => typeof one === 'string');
  return {
    text: document.body.innerText + said.join(' '),
    ran: '${RAN}' in window,
    loose: document.querySelector('${MARK}, base, a[href^="javascript:"], iframe[srcdoc]')?.outerHTML.slice(0, 120) ?? null,
    wide: root.scrollWidth - root.clientWidth,
    what: inner.slice(0, 3).map((one) => one.tagName + '.' + one.className + ' ' + one.textContent.slice(0, 40)).join(' | '),
  };
})()`;

/** Fields that no screen shows, with the place where their strings are read instead. */
const UNSEEN: readonly (readonly [name: RegExp, where: string])[] = [
  [
    /admin\/media\/:id body (?:altText|title)$/u,
    'in the fields of a form that opens by a press; cards show words of their own',
  ],
];

/** Every address of the site, in the default language. */
function addresses(): readonly string[] {
  type Node = { readonly path?: string; readonly index?: boolean; readonly children?: readonly Node[] };
  const walk = (nodes: readonly Node[], above: string): string[] =>
    nodes.flatMap(({ path, children }) => {
      const own = path === undefined ? above : `${above}/${path}`;
      return children === undefined ? [own] : walk(children, own);
    });
  const all = walk(screensOf as readonly Node[], '').map((path) =>
    path === '' ? '/' : path.replace('*', 'nowhere'),
  );
  return [...new Set([...all, '/dev/mailbox', '/dev/bank'])];
}

/** What a screen shows only when it is asked. */
const HALVES = [
  ...['bars', 'deposits', 'withdrawals', 'operators'].map((list) => `/admin/${list}?proposals=decided`),
  '/admin/ledger?reversals=decided',
  ...['associate', 'manage', 'videos'].map((tab) => `/admin/images?tab=${tab}`),
];

type Visit = {
  readonly path: string;
  readonly person: Person;
  /** Of whom or what it is, where its address has an id, which is another one each time. */
  readonly of?: string;
  /** What was written for it: it is waited for. */
  readonly tag?: string;
};

/** Whether only screens or files were asked for, which show what was written before; a field's string may be on any of them. */
export const isOfScreens = ({ at }: Pick<Attack, 'at'>): boolean => /^(?:screen|file) /u.test(at ?? '');

/** By which it is found again. */
const nameOf = ({ path, of }: Visit): string =>
  of === undefined ? `screen ${path}` : `screen ${path.replace(/=.*$/u, '')} of ${of}`;

/** Those of the written records first: what is seen there is the question. */
function visitsOf(attack: Attack, { world, screens }: Planter): readonly Visit[] {
  const { customer, subject, operator } = world;
  const customers = Object.entries({ 'who calls': customer, 'whom operators work on': subject }).map(
    ([of, { userId }]): Visit => ({ path: `/admin/customer?id=${userId}`, person: operator, of }),
  );
  const all = [...addresses(), ...HALVES]
    .map((path): Visit => ({ path, person: path.startsWith('/admin') ? operator : customer }))
    .concat(customers);
  const random = new Random(`${attack.seed} screens`);
  const visits = [...random.shuffled(screens), ...random.shuffled(all)];
  const once = new Map(visits.map((visit) => [`${visit.path} ${visit.person.userId}`, visit]));
  return [...once.values()].filter((visit) => !isOfScreens(attack) || isAsked(attack, nameOf(visit)));
}

export async function openScreens(attack: Attack, target: Target, planter: Planter): Promise<void> {
  const isTime = clockOf(attack);
  const visits = [...visitsOf(attack, planter)];
  if (visits.length === 0) return;
  const shown = new Set<string>();
  const browser = await openBrowser();
  const next = () => (isTime() ? visits.shift() : undefined);
  try {
    await Promise.all(
      Array.from({ length: PAGES }, async () => {
        for (let visit = next(); visit !== undefined; visit = next())
          for (const tag of await see(attack, target, browser, visit)) shown.add(tag);
      }),
    );
  } finally {
    await browser.close();
  }
  if (visits.length > 0) attack.count('screens that there was no time for', visits.length);
  report(attack, planter, shown, visits.length === 0);
}

async function see(
  attack: Attack,
  target: Target,
  browser: Browser,
  visit: Visit,
): Promise<ReadonlySet<string>> {
  const { path, person, tag } = visit;
  const { cookie } = await newSession(target, person);
  const context = await visitor(browser, target, cookie);
  try {
    const page = await context.newPage();
    const happened = happeningsIn(page, target);
    return tagsIn(
      await look(attack, page, { at: nameOf(visit), address: target.origin + path, tag }, happened),
    );
  } finally {
    await context.close();
  }
}

async function look(
  attack: Attack,
  page: Page,
  { at, address, tag }: { readonly at: string; readonly address: string; readonly tag: string | undefined },
  happened: string[],
): Promise<string> {
  attack.count('screens');
  await page.goto(address, { waitUntil: 'load' });
  // Its lists come after it.
  await page.waitForLoadState('networkidle', { timeout: IDLE_MS }).catch(() => {});
  if (tag !== undefined)
    await page
      .getByText(tag)
      .first()
      .waitFor({ state: 'attached', timeout: RECORD_MS })
      .catch(() => {});
  await page.waitForTimeout(SETTLE_MS);
  for (const what of happened.splice(0)) attack.find(at, what);
  const { text, ran, loose, wide, what } = (await page.evaluate(LOOK)) as Seen;
  if (ran) attack.find(at, 'a string ran as code');
  if (loose !== null) attack.find(at, `a string became an element: ${loose}`);
  if (wide > 0) attack.find(at, `${wide} px too wide at 360: ${what}`);
  return text;
}

function report(attack: Attack, { written }: Planter, shown: ReadonlySet<string>, isWhole: boolean): void {
  const unseen = [...written].filter(([tag]) => !shown.has(tag)).map(([, { name }]) => name);
  const known = new Set(unseen.filter((name) => UNSEEN.some(([of]) => of.test(name))));
  attack.count('written fields that a screen shows', written.size - unseen.length);
  const told = unseen.map((name) => {
    const [, where] = UNSEEN.find(([of]) => of.test(name)) ?? [];
    return where === undefined ? name : `${name} (${where})`;
  });
  attack.say(`written, and on no screen: ${told.join(', ') || 'none'}`);
  if (!isWhole || isOfScreens(attack)) return;
  for (const name of unseen)
    if (!known.has(name)) attack.find(name, 'is written, and no screen that was looked at shows it');
}
