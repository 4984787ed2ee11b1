// Random lives of alerts against the rule as a person would write it down: one alert, one price, one crossing at a time.
// The database may judge each price several times, late and again: the log is the same.

import { env } from 'cloudflare:workers';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { insertAlert, switchOff, switchOn, deleteAlert } from '../../../worker/db/alerts.ts';
import type { AlertTick } from '../../../worker/db/alert-ticks.ts';
import { ALERT_DIRECTIONS, rearmCents, type AlertDirection } from '../../../worker/domain/alerts.ts';
import { TRADED_METALS, type TradedMetal } from '../../../worker/domain/metals.ts';
import { evaluateTick } from '../../../worker/services/evaluate-alerts.ts';
import { createCustomer, type Customer } from '../../support/customers.ts';
import { runs } from '../../support/deep.ts';

type Command =
  | {
      readonly do: 'add';
      readonly metal: TradedMetal;
      readonly direction: AlertDirection;
      readonly target: number;
      readonly who: number;
    }
  | { readonly do: 'price'; readonly metal: TradedMetal; readonly cents: number; readonly times: number }
  /** An earlier price, judged once more after later ones. */
  | { readonly do: 'again'; readonly back: number }
  | { readonly do: 'off' | 'on' | 'delete'; readonly which: number }
  | { readonly do: 'suspend' | 'readmit'; readonly customer: number };

type Watched = {
  readonly id: string;
  readonly who: number;
  readonly metal: TradedMetal;
  readonly direction: AlertDirection;
  readonly target: number;
  active: boolean;
  /** The price has been on the near side, far enough, since the last crossing. */
  ready: boolean;
};

/** The naive model: a loop over everything, no index, no state but what a sentence would name. */
class Model {
  readonly alerts: Watched[] = [];
  readonly log: string[] = [];
  readonly suspended = new Set<number>();
  readonly last: Record<TradedMetal, number> = { gold: 1_000, silver: 1_000 };

  beyond(a: Watched, cents: number): boolean {
    return a.direction === 'above' ? cents >= a.target : cents <= a.target;
  }

  hear(metal: TradedMetal, cents: number, tick: number): void {
    this.last[metal] = cents;
    for (const alert of this.alerts) {
      if (!alert.active || alert.metal !== metal) continue;
      const away = (alert.direction === 'above' ? alert.target - cents : cents - alert.target) / alert.target;
      if (alert.ready && this.beyond(alert, cents)) {
        alert.ready = false;
        if (!this.suspended.has(alert.who)) this.log.push(`${tick} ${alert.id} ${cents}`);
      } else if (!alert.ready && away >= 0.0025) alert.ready = true;
    }
  }
}

// Targets for which 0.25 % is a whole number of cents, so that the model's fraction is exact.
const target = fc.integer({ min: 1, max: 5 }).map((n) => n * 400);
const cents = fc.oneof(
  fc.integer({ min: 300, max: 2_200 }),
  target.chain((t) => fc.constantFrom(t - 2, t - 1, t, t + 1, t + 2, t * 0.9975, t * 1.0025)),
);
const metal = fc.constantFrom(...TRADED_METALS);
const who = fc.integer({ min: 0, max: 2 });
const which = fc.nat(200);
const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('add' as const),
      metal,
      direction: fc.constantFrom(...ALERT_DIRECTIONS),
      target,
      who,
    }),
  },
  {
    weight: 10,
    arbitrary: fc.record({
      do: fc.constant('price' as const),
      metal,
      cents,
      times: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('again' as const), back: fc.integer({ min: 1, max: 6 }) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('off' as const, 'on', 'delete'), which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('suspend' as const, 'readmit'), customer: who }) },
);

class World {
  readonly model = new Model();
  readonly customers: readonly Customer[];
  readonly ticks: AlertTick[] = [];
  mark = 1;

  constructor(customers: readonly Customer[]) {
    this.customers = customers;
  }

  async carryOut(step: Command): Promise<void> {
    if (step.do === 'add') return this.add(step);
    if (step.do === 'price') return this.price(step);
    if (step.do === 'again') {
      const old = this.ticks.at(-step.back);
      if (old !== undefined) await this.judge(old);
      return;
    }
    if ('customer' in step) return this.suspend(step.customer, step.do === 'suspend');
    await this.touch(step.do, step.which);
  }

  async add({ metal: of, direction, target: targetCents, who: owner }: Extract<Command, { do: 'add' }>) {
    const terms = { metal: of, direction, targetCents };
    const watched: Watched = {
      id: crypto.randomUUID(),
      who: owner,
      metal: of,
      direction,
      target: targetCents,
      active: true,
      ready: true,
    };
    // As the service does: what is already met is refused.
    if (this.model.beyond(watched, this.model.last[of])) return;
    await insertAlert(
      env.DB,
      {
        ...terms,
        id: watched.id,
        userId: this.customers[owner]?.userId ?? '',
        rearmCents: rearmCents(terms),
        state: 'armed',
        since: this.mark,
        now: this.mark,
      },
      1_000,
    );
    this.model.alerts.push(watched);
  }

  async price({ metal: of, cents: priceCents, times }: Extract<Command, { do: 'price' }>) {
    this.mark += 1;
    const tick = { at: this.mark, metal: of, priceCents, priceAt: this.mark };
    this.ticks.push(tick);
    this.model.hear(of, priceCents, tick.at);
    await Promise.all(Array.from({ length: times }, () => this.judge(tick)));
  }

  async judge(tick: AlertTick) {
    await evaluateTick({ db: env.DB, now: () => tick.at, newId: () => crypto.randomUUID() }, tick);
  }

  async suspend(index: number, suspended: boolean) {
    if (suspended) this.model.suspended.add(index);
    else this.model.suspended.delete(index);
    await env.DB.prepare('UPDATE users SET status = ?2 WHERE id = ?1')
      .bind(this.customers[index]?.userId ?? '', suspended ? 'suspended' : 'active')
      .run();
  }

  async touch(action: 'off' | 'on' | 'delete', index: number) {
    const { alerts, last } = this.model;
    const alert = alerts[index % Math.max(1, alerts.length)];
    if (alert === undefined) return;
    const userId = this.customers[alert.who]?.userId ?? '';
    if (action === 'delete') {
      alerts.splice(alerts.indexOf(alert), 1);
      await deleteAlert(env.DB, userId, alert.id);
    } else if (action === 'off') {
      alert.active = false;
      await switchOff(env.DB, userId, alert.id);
    } else if (!alert.active) {
      alert.active = true;
      alert.ready = !this.model.beyond(alert, last[alert.metal]);
      await switchOn(env.DB, userId, alert.id, { state: alert.ready ? 'armed' : 'fired', since: this.mark });
    }
  }
}

test('whatever happens, the log says exactly the crossings, each once, and one e-mail belongs to each', async () => {
  const crossings = { total: 0 };
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 20, maxLength: 90 }), async (commands) => {
      for (const table of ['mail_outbox', 'alert_deliveries', 'alerts'])
        await env.DB.prepare(`DELETE FROM ${table}`).run();
      const world = new World(await Promise.all([0, 1, 2].map(() => createCustomer(env))));
      for (const step of commands) await world.carryOut(step);
      const { results } = await env.DB.prepare(
        `SELECT l.tick, l.alert_id, l.price_cents, m.id AS mail FROM alert_deliveries l
         LEFT JOIN mail_outbox m ON m.id = 'alert-' || l.id`,
      ).run<{ tick: number; alert_id: string; price_cents: number; mail: string | null }>();
      const logged = results.map((row) => `${row.tick} ${row.alert_id} ${row.price_cents}`);
      expect(logged.toSorted()).toEqual(world.model.log.toSorted());
      expect(results.every(({ mail }) => mail !== null)).toBe(true);
      const { mails } = (await env.DB.prepare('SELECT count(*) AS mails FROM mail_outbox').first<{
        mails: number;
      }>()) ?? { mails: -1 };
      expect(mails).toBe(logged.length);
      crossings.total += logged.length;
    }),
    { numRuns: runs(40, 400) },
  );
  // A walk in which nothing ever fires would prove nothing.
  expect(crossings.total).toBeGreaterThan(40);
});
