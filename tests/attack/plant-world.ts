// What the plants share: who calls, a record made by the product's own routes or straight in the database, and what such a call is.

import { createCustomer, type Customer } from '../support/customers.ts';
import type { Victim } from '../worker/security/isolation-world.ts';
import type { Caller } from '../faults-run/caller.ts';
import { makeInvestor, makeOperator, newSession, pageHeaders } from './people.ts';
import type { Target } from './target.ts';

export type Person = Customer | Victim;

/** A call whose record is there: one of its texts is replaced, and it is sent once. */
export type Plant = {
  readonly path: string;
  readonly body: object | Uint8Array;
  /** Null: nobody is signed in. */
  readonly as: Person | null;
  /** Operators' screens that show the record, beside those that are looked at anyway. */
  readonly shown?: readonly string[];
  /** A screen of a person's own. */
  readonly shownTo?: Readonly<Record<string, Person>>;
  /** The same of a record that the call itself makes. */
  readonly shownAfter?: () => string;
};

export type Planted = (world: PlantWorld, field: string) => Promise<Plant>;

export class PlantWorld {
  readonly target: Target;
  readonly #caller: Caller;
  /** Who calls, and on whom operators work. */
  readonly customer: Victim;
  readonly subject: Victim;
  readonly operator: Customer;
  /** Proposes what the first one decides. */
  readonly second: Customer;

  private constructor(target: Target, caller: Caller, people: readonly [Victim, Victim, Customer, Customer]) {
    this.target = target;
    this.#caller = caller;
    [this.customer, this.subject, this.operator, this.second] = people;
  }

  static async at(target: Target): Promise<PlantWorld> {
    const people = [
      await makeInvestor(target),
      await makeInvestor(target),
      await makeOperator(target),
      await makeOperator(target),
    ] as const;
    return new PlantWorld(target, target.caller(), people);
  }

  person(): Promise<Victim> {
    return makeInvestor(this.target);
  }

  /** Somebody of whom nothing is known. */
  stranger(): Promise<Customer> {
    return createCustomer(this.target.env, { level: 0, steppedUp: true });
  }

  /** By one of the people; what makes a record has to succeed. */
  async call<T>(who: Person, method: string, path: string, body: object | Uint8Array = {}): Promise<T> {
    for (const isLast of [false, true]) {
      const reply = await this.#caller.send(method, path, method === 'GET' ? null : body, {
        ...pageHeaders(who.cookie),
        'Idempotency-Key': crypto.randomUUID(),
      });
      if (reply !== null && reply.status < 300) return JSON.parse(reply.text || 'null') as T;
      if (isLast || reply?.status !== 401)
        throw new Error(`${method} ${path}: ${reply?.status} ${reply?.text.slice(0, 300)}`);
      await this.renew(who);
    }
    throw new Error('unreachable');
  }

  /** Sessions end by what operators do. */
  async renew(who: Person): Promise<void> {
    Object.assign(who, await newSession(this.target, who));
  }

  async run(sql: string, ...values: (string | number | null)[]): Promise<void> {
    await this.target.env.DB.prepare(sql)
      .bind(...values)
      .run();
  }

  /** No limit on attempts stands in the way. */
  async forgive(): Promise<void> {
    await this.run('DELETE FROM attempts');
  }

  close(): void {
    this.#caller.close();
  }
}
