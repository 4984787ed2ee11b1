// Banco Central do Brasil, PTAX: the official rate of the day. Asked by day in US order; a day without a rate
// (weekend, holiday, early morning) answers with an empty list, so the adapter goes back to the last one.

import * as v from 'valibot';
import { BRASILIA_MS } from '../domain/brasilia.ts';
import { middle, USD_BRL } from '../domain/price-rules.ts';
import { ok } from '../domain/result.ts';
import { baseOf, e4Of } from './amounts.ts';
import type { Feed, PollPart, PriceProvider } from './feed.ts';
import { DAY_MS, MINUTE_MS } from '../domain/time.ts';

/** Carnival with its weekend is the longest gap. */
const WALK_BACK_DAYS = 7;

const Reply = v.object({
  value: v.pipe(
    v.array(
      v.object({
        cotacaoCompra: e4Of,
        cotacaoVenda: e4Of,
        dataHoraCotacao: v.pipe(v.string(), brasiliaTime()),
      }),
    ),
    v.maxLength(100),
  ),
});

export function bcbPtax(baseUrl: string): PriceProvider {
  return {
    name: 'bcb-ptax',
    subject: 'rate',
    kind: 'spot',
    licence: 'commercial',
    calendar: 'spot',
    minIntervalMs: 10 * MINUTE_MS,
    poll: (feed) => [readLatest(feed, baseOf(baseUrl))],
  };
}

async function readLatest(feed: Feed, base: string): Promise<PollPart> {
  const today = feed.now() + BRASILIA_MS;
  for (let back = 0; back < WALK_BACK_DAYS; back += 1) {
    const reply = await feed.json(dayUrl(base, today - back * DAY_MS), Reply);
    if (!reply.ok) return reply;
    const { value, receivedAt } = reply.value;
    const newest = value.value.reduce<(typeof value.value)[number] | null>(
      (best, row) => (best === null || row.dataHoraCotacao > best.dataHoraCotacao ? row : best),
      null,
    );
    if (newest === null) continue;
    return ok([
      {
        source: 'bcb-ptax',
        series: USD_BRL,
        kind: 'spot',
        licence: 'commercial',
        bid: newest.cotacaoCompra,
        ask: newest.cotacaoVenda,
        mid: middle(newest.cotacaoCompra, newest.cotacaoVenda),
        sourceAt: newest.dataHoraCotacao,
        receivedAt,
      },
    ]);
  }
  return ok([]);
}

/** `11-06-2025`, as the service wants its days. */
export function usOrder(day: string): string {
  const [year, month, ofMonth] = day.split('-');
  return `${month}-${ofMonth}-${year}`;
}

function dayUrl(base: string, brasilia: number): string {
  const day = usOrder(new Date(brasilia).toISOString().slice(0, 10));
  const path = '/olinda/servico/PTAX/versao/v1/odata/CotacaoDolarDia(dataCotacao=@dataCotacao)';
  return `${base}${path}?@dataCotacao='${day}'&$top=100&$format=json`;
}

/** `2025-11-06 13:02:49.425`, by the clock of Brasília. */
export function brasiliaTime() {
  return v.rawTransform<string, number>(({ dataset, addIssue, NEVER }) => {
    const match = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2}(?:\.\d{1,3})?)$/u.exec(dataset.value);
    const at = match === null ? Number.NaN : Date.parse(`${match[1]}T${match[2]}Z`) - BRASILIA_MS;
    if (Number.isFinite(at)) return at;
    addIssue({ message: 'not a Brasilia time' });
    return NEVER;
  });
}
