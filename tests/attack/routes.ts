// Every route, with what no page of the product sends. No call may end in an error of ours, tell of our innards, say our words again, or
// write anything where it was refused.

import type { Customer } from '../support/customers.ts';
import { Random } from '../faults-run/random.ts';
import { type Access, type Route, ROUTES } from '../worker/security/isolation-routes.ts';
import type { Victim } from '../worker/security/isolation-world.ts';
import type { Caller } from '../faults-run/caller.ts';
import { type Shape, shapesOfRoutes } from './contract.ts';
import { faultOf, problemIn } from './judge.ts';
import { type Case, casesOf, MARK } from './malformed.ts';
import { clockOf, isAsked, type Attack, type Part } from './part.ts';
import { makeInvestor, makeOperator, newSession, pageHeaders } from './people.ts';
import type { Target } from './target.ts';
import { Written } from './written.ts';

type Who = 'nobody' | 'customer' | 'operator';

/** Who calls a route, and with how many of a hundred of its cases: a guard refuses most before anything is read. */
const CALLERS: Readonly<Record<Access, Readonly<Partial<Record<Who, number>>>>> = {
  anyone: { nobody: 100, customer: 30, operator: 10 },
  customer: { customer: 100, nobody: 10 },
  operator: { operator: 100, customer: 10, nobody: 10 },
  gateway: { nobody: 100, customer: 10 },
  local: { nobody: 100, customer: 10 },
};
/** So many cases of a route before the next route has its turn. */
const TURN = 24;
/** A call that goes on after its answer has gone on by the time of so many more. */
const RECENT = 3;
const SENT_AT_ONCE = 1_000_000;
const NO_SHAPE: Shape = { body: null, query: null };

type Planned = { readonly name: string; readonly who: Who; readonly one: Case };

export const routes: Part = {
  name: 'routes',
  share: 5,
  run: async (attack) => {
    const isTime = clockOf(attack);
    const target = await attack.target();
    const shapes = await shapesOfRoutes();
    const queues = Object.entries(ROUTES).map(
      ([name, route]) => new Queue(target, name, route, shapes.get(name)),
    );
    const order = new Random(`${attack.seed} routes`).shuffled(queues);
    const assault = new Assault(attack, target);
    let left = order;
    while (left.length > 0 && isTime()) {
      for (const queue of left) if (isTime()) await assault.turn(queue);
      left = left.filter(({ isEmpty }) => !isEmpty);
    }
    const open = left.reduce((sum, queue) => sum + queue.left, 0);
    attack.count('routes', order.length);
    if (open > 0) attack.count('cases that there was no time for', open);
    const unseen = left.filter(({ isNew }) => isNew).length;
    if (unseen > 0) attack.count('routes that had no turn', unseen);
    assault.close();
  },
};

/** The cases of one route, in the order of the seed. They are made when its turn comes, and forgotten afterwards. */
class Queue {
  readonly name: string;
  readonly route: Route;
  readonly #shape: Shape;
  readonly target: Target;
  #planned: Planned[] | null = null;

  constructor(target: Target, name: string, route: Route, shape: Shape = NO_SHAPE) {
    this.target = target;
    this.name = name;
    this.route = route;
    this.#shape = shape;
  }

  get isNew(): boolean {
    return this.#planned === null;
  }

  get isEmpty(): boolean {
    return this.#planned?.length === 0;
  }

  get left(): number {
    return this.#planned?.length ?? 0;
  }

  take(attack: Attack, victim: Victim): readonly Planned[] {
    this.#planned ??= this.#plan(attack, victim);
    return this.#planned.splice(0, attack.at === null ? TURN : Infinity);
  }

  #plan(attack: Attack, victim: Victim): Planned[] {
    const [verb = '', pattern = ''] = this.name.split(' ');
    const sound = {
      method: verb === 'ALL' ? 'GET' : verb,
      pattern,
      path: this.route.path?.(victim) ?? pattern.replace('*', 'none'),
      body: this.route.body?.(victim) ?? {},
      key: this.route.idempotencyKey?.(victim),
    };
    const random = new Random(`${attack.seed} ${this.name}`);
    const all = casesOf(sound, this.#shape).flatMap((one) =>
      (Object.entries(CALLERS[this.route.access]) as [Who, number][]).flatMap(([who, percent]) => {
        const name = `${this.name} as ${who}: ${one.name}`;
        const isDrawn = random.next() * 100 < percent;
        return (attack.at === null ? isDrawn : isAsked(attack, name)) ? [{ name, who, one }] : [];
      }),
    );
    return random.shuffled(all);
  }
}

class Assault {
  readonly #attack: Attack;
  readonly #target: Target;
  readonly #caller: Caller;
  readonly #written: Written;
  /** The last calls that were refused. */
  #refused: Case[] = [];

  constructor(attack: Attack, target: Target) {
    this.#attack = attack;
    this.#target = target;
    this.#caller = target.caller();
    this.#written = new Written(target);
  }

  close(): void {
    this.#caller.close();
  }

  /** With people of its own, so that no limit on one of them stands in the way of the next. */
  async turn(queue: Queue): Promise<void> {
    if (queue.isEmpty) return;
    const people = { customer: await makeInvestor(this.#target), operator: await makeOperator(this.#target) };
    const cookies: Record<Who, string> = {
      nobody: '',
      customer: people.customer.cookie,
      operator: people.operator.cookie,
    };
    this.#refused = [];
    this.#written.forget();
    for (const { name, who, one } of queue.take(this.#attack, people.customer)) {
      const status = await this.#send(name, one, cookies[who]);
      if (status === 401 && who !== 'nobody') {
        cookies[who] = (
          await newSession(this.#target, people[who] satisfies Pick<Customer, 'userId'>)
        ).cookie;
        this.#written.forget();
      }
    }
  }

  async #send(name: string, { method, path, body, headers }: Case, cookie: string): Promise<number> {
    const { find, count } = this.#attack;
    const sent = { ...pageHeaders(cookie), ...headers };
    const reply = await this.#caller.send(method, path, body, sent).catch((error: unknown) => {
      // Not even this client sends it.
      count(`not sent: ${(error as { code?: string }).code ?? String(error)}`);
      return undefined;
    });
    if (reply === undefined) return 0;
    count('calls');
    if (reply === null) {
      // Who is refused before the body is read may find the connection closed while it is still sending; the next call shows that all is well.
      if ((body?.length ?? 0) > SENT_AT_ONCE) count('connections closed under a large body');
      else find(name, 'no answer');
      return 0;
    }
    const fault = faultOf(reply, { mark: MARK, isApi: path.startsWith('/api/') });
    if (fault !== null) find(name, fault);
    const code = problemIn(reply.text, String(reply.headers['content-type'] ?? ''));
    count(reply.status < 400 ? `answered ${reply.status}` : `refused ${reply.status} ${code ?? ''}`.trim());
    if (reply.status >= 400) await this.#hasWritten({ name, method, path, body, headers: sent });
    if (this.#target.said.length > 0)
      find(name, `logs an error: ${this.#target.said.splice(0).join(' ').slice(0, 300)}`);
    return reply.status;
  }

  /** What has changed may be the work of an earlier call after its answer: the last ones are sent again, one by one, when all is quiet. */
  async #hasWritten(one: Case): Promise<void> {
    this.#refused = [...this.#refused.slice(-RECENT), one];
    if (this.#written.changed(readBy(one)).length === 0) return;
    await this.#written.settled();
    for (const { name, method, path, body, headers } of this.#refused.splice(0)) {
      const again = await this.#caller.send(method, path, body, headers);
      const changed = await this.#written.settled(readBy({ method }));
      if ((again?.status ?? 0) >= 400 && changed.length > 0)
        this.#attack.find(name, `refused with ${again?.status}, and has written to ${changed.join(', ')}`);
    }
  }
}

const readBy = ({ method }: Pick<Case, 'method'>) => ({ isRead: method === 'GET' || method === 'HEAD' });
