// The Banco Central's bulletins of a period of days, for the tax workbook; the hub's own source of the rate asks for one day
// (bcb-ptax.ts). Of the kind that the deployment's prices are: what is simulated never stands beside what is not.

import * as v from 'valibot';
import { addDays, brasiliaDay, type Day, startOfDay } from '../domain/brasilia.ts';
import { isBusinessDay } from '../domain/business-days.ts';
import { USD_BRL } from '../domain/price-rules.ts';
import { ok, type Result } from '../domain/result.ts';
import type { Bulletin } from '../domain/tax/ptax.ts';
import { HOUR_MS } from '../domain/time.ts';
import { baseOf, e4Of } from './amounts.ts';
import { brasiliaTime, usOrder } from './bcb-ptax.ts';
import type { Feed, FeedFault } from './feed.ts';
import { BCB_PTAX, type FeedKind, priceFeeds, type PriceVars } from './registry.ts';
import { SIMULATED } from './simulated.ts';
import { SIMULATED_SEED, simulatedPrice } from './simulated-walk.ts';

/** A reply of so many days is a quarter of what a feed may send. */
export const PERIOD_DAYS = 180;

export type PtaxSeries = {
  readonly name: string;
  readonly kind: FeedKind;
  /** One for each day that has one, ascending; at most PERIOD_DAYS days. */
  readonly read: (feed: Feed, from: Day, to: Day) => Promise<Result<readonly Bulletin[], FeedFault>>;
};

/** Null where no usable source of prices is configured. */
export function ptaxSeries(vars: PriceVars): PtaxSeries | null {
  const { kind } = priceFeeds(vars);
  if (kind === null) return null;
  return kind === 'simulated' ? simulatedSeries() : bcbSeries(vars.BCB_PTAX_URL || BCB_PTAX);
}

/** The reply is hostile input: a bulletin of a day that was not asked for makes all of it unread. */
function periodReply(from: Day, to: Day) {
  const row = v.pipe(
    v.object({
      cotacaoCompra: e4Of,
      cotacaoVenda: e4Of,
      dataHoraCotacao: v.pipe(v.string(), brasiliaTime()),
    }),
    v.transform(({ cotacaoCompra, cotacaoVenda, dataHoraCotacao }): Bulletin => {
      const day = brasiliaDay(dataHoraCotacao);
      return { day, buyE4: cotacaoCompra, sellE4: cotacaoVenda, publishedAt: dataHoraCotacao };
    }),
    v.check(({ day }) => day >= from && day <= to),
  );
  return v.object({ value: v.pipe(v.array(row), v.maxLength(2 * PERIOD_DAYS)) });
}

export function bcbSeries(baseUrl: string): PtaxSeries {
  return {
    name: 'bcb-ptax',
    kind: 'spot',
    async read(feed, from, to) {
      const reply = await feed.json(periodUrl(baseOf(baseUrl), from, to), periodReply(from, to));
      if (!reply.ok) return reply;
      // One bulletin closes the day. Should there be more, the last one does.
      const closing = new Map<Day, Bulletin>();
      for (const bulletin of reply.value.value.value) {
        const known = closing.get(bulletin.day);
        if (known === undefined || known.publishedAt < bulletin.publishedAt)
          closing.set(bulletin.day, bulletin);
      }
      return ok([...closing.values()].toSorted((a, b) => (a.day < b.day ? -1 : 1)));
    },
  };
}

function periodUrl(base: string, from: Day, to: Day): string {
  const path =
    '/olinda/servico/PTAX/versao/v1/odata/CotacaoDolarPeriodo(dataInicial=@dataInicial,dataFinalCotacao=@dataFinalCotacao)';
  const days = `@dataInicial='${usOrder(from)}'&@dataFinalCotacao='${usOrder(to)}'`;
  return `${base}${path}?${days}&$top=${2 * PERIOD_DAYS}&$format=json`;
}

/** As wide as the Banco Central's own. */
const SPREAD_E4 = 6;

/** At 13:00 of working days, from the simulated market of that moment: the same bulletin whenever it is asked for. */
function simulatedSeries(): PtaxSeries {
  return {
    name: SIMULATED,
    kind: 'simulated',
    read(_, from, to) {
      const bulletins: Bulletin[] = [];
      for (let day = from; day <= to; day = addDays(day, 1)) {
        if (!isBusinessDay(Date.parse(day))) continue;
        const publishedAt = startOfDay(day) + 13 * HOUR_MS;
        const sellE4 = simulatedPrice(SIMULATED_SEED, USD_BRL, publishedAt);
        bulletins.push({ day, buyE4: sellE4 - SPREAD_E4, sellE4, publishedAt });
      }
      return Promise.resolve(ok(bulletins));
    },
  };
}
