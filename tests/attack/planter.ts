// Writes strings into every text field of the contract: once each by name, so that a screen tells which field it shows, and then the lists,
// as long as there is time. What every field has to answer stands in fields.ts.

import { Random } from '../faults-run/random.ts';
import type { Caller, Reply } from '../faults-run/caller.ts';
import { bodyWith, type Field, textFields, withText } from './fields.ts';
import { faultOf, problemIn } from './judge.ts';
import { MARK } from './malformed.ts';
import { isPlain, NAUGHTY, OWN, tagOf, worstOf } from './naughty.ts';
import { type Attack, clockOf, isAsked } from './part.ts';
import { pageHeaders } from './people.ts';
import { type Person, type Plant, PlantWorld } from './plant-world.ts';
import { PLANTS } from './plants.ts';
import type { Target } from './target.ts';

export type Screen = {
  readonly path: string;
  readonly person: Person;
  readonly tag: string;
  /** The field's name. */
  readonly of: string;
};

/** A field, the record that waits for its next string, and what became of those that were sent. */
type Bed = {
  readonly field: Field;
  readonly tag: string;
  plant: Plant | null;
  isBroken: boolean;
  taken: number;
  refused: string;
};

export class Planter {
  readonly #attack: Attack;
  readonly #caller: Caller;
  readonly #beds: readonly Bed[];
  readonly world: PlantWorld;
  /** Those of the last named strings, by what they show. */
  readonly #screens = new Map<string, Screen>();

  private constructor(attack: Attack, world: PlantWorld, beds: readonly Bed[]) {
    this.#attack = attack;
    this.world = world;
    this.#caller = world.target.caller();
    this.#beds = beds;
  }

  static async at(attack: Attack, target: Target): Promise<Planter> {
    const all = await textFields();
    const beds = all.map((field, n) => ({
      field,
      tag: tagOf(n),
      plant: null,
      isBroken: false,
      taken: 0,
      refused: '',
    }));
    return new Planter(attack, await PlantWorld.at(target), beds);
  }

  get screens(): readonly Screen[] {
    return [...this.#screens.values()];
  }

  /** The fields whose strings somebody has to see, by the name in them. */
  get written(): ReadonlyMap<string, Field> {
    const kept = this.#beds.filter(({ field, taken }) => field.place === 'written' && taken > 0);
    return new Map(kept.map(({ tag, field }) => [tag, field]));
  }

  async plant(attack: Attack): Promise<void> {
    // Before the lists and after them: some screens show the oldest, some the newest.
    await this.#plantNamed('markup');
    await this.#plantLists(attack);
    await this.#plantNamed('word');
    this.#report();
  }

  /** Of each field that is kept, the worst string that it takes. */
  async #plantNamed(kind: 'markup' | 'word'): Promise<void> {
    for (const bed of this.#beds) {
      if (bed.field.place !== 'written') continue;
      // One that was made long ago may be over.
      bed.plant = null;
      for (const text of worstOf(bed.tag, kind)) if (await this.#send(bed, text, true)) break;
    }
  }

  /** Ours first in each field, and each field's first before any field's second. */
  async #plantLists(attack: Attack): Promise<void> {
    const isTime = clockOf(attack);
    const random = new Random(`${attack.seed} strings`);
    const beds = random.shuffled(this.#beds);
    const drawn = beds.map(() => [...random.shuffled(OWN), ...random.shuffled(NAUGHTY.slice(OWN.length))]);
    let open = 0;
    for (let round = 0; round < NAUGHTY.length; round += 1) {
      for (const [n, bed] of beds.entries()) {
        if (isTime()) await this.#send(bed, drawn[n]?.[round] ?? '', false);
        else open += 1;
      }
    }
    if (open > 0) attack.count('strings that there was no time for', open);
  }

  async #send(bed: Bed, text: string, isNamed: boolean): Promise<boolean> {
    const { field } = bed;
    const at = `${field.name} = ${JSON.stringify(text).slice(0, 60)}`;
    if (bed.isBroken || !isAsked(this.#attack, at)) return false;
    const plant = (bed.plant ??= await this.#ready(bed));
    if (plant === null) return false;
    const reply = await this.#call(at, plant, field, text);
    if (reply === null) return false;
    const isTaken = reply.status < 300;
    if (!isTaken)
      bed.refused = `${reply.status} ${problemIn(reply.text, String(reply.headers['content-type'])) ?? ''} ${reply.text}`;
    const refuses =
      field.place === 'refused by its form' ||
      field.place === 'refused as no name' ||
      (field.place === 'plain words alone' && !isPlain(text));
    if (isTaken && refuses) this.#attack.find(at, `is taken, and was to be ${field.place}`);
    if (!isTaken) return false;
    bed.taken += 1;
    bed.plant = null;
    if (isNamed) this.#keepScreens(bed, plant);
    return true;
  }

  /** The record that the next call is about; what it takes to make one has to work. */
  async #ready(bed: Bed): Promise<Plant | null> {
    const { name, routeName } = bed.field;
    try {
      return (await PLANTS[routeName]?.(this.world, bed.field.path)) ?? this.#sound(bed.field);
    } catch (error) {
      bed.isBroken = true;
      this.#attack.find(name, `its record cannot be made: ${String(error).slice(0, 400)}`);
      return null;
    }
  }

  /** As the table of routes calls it; operators work on somebody else than the customer who calls. */
  #sound({ route, routeName }: Field): Plant {
    const { customer, subject, operator } = this.world;
    const named = route.access === 'operator' ? subject : customer;
    const as = { operator, customer, anyone: null, gateway: null, local: null }[route.access];
    const path = route.path?.(named) ?? routeName.split(' ')[1] ?? '';
    return { path, body: (route.body?.(named) as object | undefined) ?? {}, as };
  }

  async #call(at: string, plant: Plant, field: Field, text: string): Promise<Reply | null> {
    const [method = ''] = field.routeName.split(' ');
    const isQuery = field.where === 'query';
    const path = isQuery ? withParameter(plant.path, field.path, text) : plant.path;
    const raw = plant.body instanceof Uint8Array;
    const body = isQuery || raw ? plant.body : withText(bodyWith(field.name, plant.body), field.path, text);
    this.#attack.count('strings sent');
    for (let tries = 0; ; tries += 1) {
      const reply = await this.#caller.send(method, path, method === 'GET' ? null : body, {
        ...pageHeaders(plant.as?.cookie ?? ''),
        'Idempotency-Key': crypto.randomUUID(),
      });
      if (reply === null) {
        this.#attack.find(at, 'no answer');
        return null;
      }
      this.#judge(at, reply);
      if (tries > 0) return reply;
      // A limit says nothing about a string, nor does a session that another one has ended.
      if (reply.status === 429) await this.world.forgive();
      else if (reply.status === 401 && plant.as !== null) await this.world.renew(plant.as);
      else return reply;
    }
  }

  #judge(at: string, reply: Reply): void {
    const fault = faultOf(reply, { mark: MARK, isApi: true });
    if (fault !== null) this.#attack.find(at, fault);
    const { said } = this.world.target;
    if (said.length > 0) this.#attack.find(at, `logs an error: ${said.splice(0).join(' ').slice(0, 300)}`);
  }

  #keepScreens({ tag, field }: Bed, { shown = [], shownTo = {}, shownAfter }: Plant): void {
    const { operator } = this.world;
    const keep = (n: string, path: string, person: Person) =>
      this.#screens.set(`${tag} ${n}`, { path, person, tag, of: field.name });
    for (const [n, path] of shown.entries()) keep(String(n), path, operator);
    for (const [path, person] of Object.entries(shownTo)) keep(path, path, person);
    if (shownAfter !== undefined) keep('after', shownAfter(), operator);
  }

  #report(): void {
    const { count, find, say } = this.#attack;
    for (const [place, beds] of Map.groupBy(this.#beds, ({ field }) => field.place))
      count(`fields: ${place}`, beds.length);
    for (const { field, taken, refused } of this.#beds)
      if (field.place === 'written' && taken === 0 && isAsked(this.#attack, field.name))
        find(field.name, `none of the strings is taken; the last answer: ${refused.slice(0, 300)}`);
    const none = this.#beds.filter(({ field, taken }) => field.place === 'written' && taken === 0);
    say(`not written: ${none.map(({ field }) => field.name).join(', ') || 'none'}`);
  }

  close(): void {
    this.#caller.close();
    this.world.close();
  }
}

function withParameter(path: string, name: string, text: string): string {
  const [bare = '', search] = path.split('?');
  const pairs = new URLSearchParams(search);
  pairs.set(name, text.toWellFormed());
  return `${bare}?${pairs}`;
}
