// A stored reply answers the same bytes for ever: a fixed one, written by the first release, is rendered here.
// If this test fails, a new reply version is due (`v: 2` in worker/ledger/reply.ts), not a new expectation.

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { QUOTES_PER_MINUTE } from '../../../worker/domain/limits.ts';
import { tradeReply } from '../../../worker/services/execute-trade.ts';
import { depositReply } from '../../../worker/services/make-deposit.ts';

const STORED_TRADE =
  '{"v":1,"transaction":{"id":"t1","type":"sell","metal":"silver","ouncesE4":3333,"priceCents":6000,"subtotalCents":1999,' +
  '"feeCents":10,"totalCents":1989,"realisedGainCents":315,"status":"completed","method":null,"gateway":null,"notes":null,' +
  '"createdAt":1795261548501,"settledAt":1795261548501},"facts":{"cashCents":96964,"pendingCashCents":0,"bonusClaimed":false,' +
  '"holdings":[{"metal":"silver","ouncesE4":6667,"heldOuncesE4":0,"costBasisCents":3351,"realisedGainCents":315,"boughtCents":5025}]},' +
  '"marks":{"asOf":"2026-11-21T11:45:48.000Z","gold":null,"silver":{"priceCents":6000,"change24hPercent":0.8}}}';

const ANSWERED_TRADE =
  '{"transaction":{"id":"t1","type":"sell","metal":"silver","ouncesE4":3333,"priceCents":6000,"subtotalCents":1999,"feeCents":10,' +
  '"totalCents":1989,"realisedGainCents":315,"status":"completed","method":null,"gateway":null,"notes":null,' +
  '"createdAt":"2026-11-21T11:45:48.501Z","settledAt":"2026-11-21T11:45:48.501Z"},"portfolio":{"asOf":"2026-11-21T11:45:48.000Z",' +
  '"cashCents":96964,"pendingCashCents":0,"holdings":[{"metal":"silver","ouncesE4":6667,"heldOuncesE4":0,"averageCostCents":5026,' +
  '"priceCents":6000,"valueCents":4000,"costBasisCents":3351,"gainCents":649,"gainPercent":19.37,"change24hPercent":0.8}],' +
  '"totals":{"valueCents":100964,"investedCents":3351,"gainCents":649,"gainPercent":19.37,"realisedGainCents":315},' +
  '"bonus":{"status":"available","purchasesCents":5025,"releaseCents":100000}}}';

test('a stored trade', () => {
  expect(JSON.stringify(tradeReply(STORED_TRADE))).toBe(ANSWERED_TRADE);
});

test('a stored trade of a customer with a held bonus: version 1 counted it as gain, version 2 does not', () => {
  const held = (reply: string) =>
    reply.replace('"ouncesE4":6667,"heldOuncesE4":0', '"ouncesE4":26667,"heldOuncesE4":20000');
  const answered = (version: 1 | 2) =>
    tradeReply(held(STORED_TRADE.replace('{"v":1', `{"v":${version}`))).portfolio;
  expect(answered(1)).toMatchObject({
    holdings: [{ averageCostCents: 1_257, valueCents: 16_000, gainCents: 12_649, gainPercent: 377.47 }],
    totals: { gainCents: 12_649, gainPercent: 377.47 },
  });
  expect(answered(2)).toMatchObject({
    holdings: [{ averageCostCents: 5_026, valueCents: 16_000, gainCents: 649, gainPercent: 19.37 }],
    totals: { gainCents: 649, gainPercent: 19.37 },
  });
});

test('a stored deposit', () => {
  const stored =
    '{"v":1,"transaction":{"id":"d1","type":"deposit","metal":null,"ouncesE4":null,"priceCents":null,"subtotalCents":50000,' +
    '"feeCents":1250,"totalCents":50000,"realisedGainCents":null,"status":"pending","method":"debit_card","gateway":"sandbox",' +
    '"notes":null,"createdAt":0,"settledAt":null},"facts":{"cashCents":0,"pendingCashCents":50000,"bonusClaimed":false,"holdings":[]},' +
    '"marks":{"asOf":null,"gold":null,"silver":null}}';
  expect(JSON.stringify(depositReply(stored))).toBe(
    '{"transaction":{"id":"d1","type":"deposit","metal":null,"ouncesE4":null,"priceCents":null,"subtotalCents":50000,' +
      '"feeCents":1250,"totalCents":50000,"realisedGainCents":null,"status":"pending","method":"debit_card","gateway":"sandbox",' +
      '"notes":null,"createdAt":"1970-01-01T00:00:00.000Z","settledAt":null},"feeCents":1250,"totalToPayCents":51250,' +
      '"portfolio":{"asOf":null,"cashCents":0,"pendingCashCents":50000,"holdings":[],"totals":{"valueCents":0,"investedCents":0,' +
      '"gainCents":0,"gainPercent":null,"realisedGainCents":0},"bonus":{"status":"available","purchasesCents":0,"releaseCents":100000}}}',
  );
});

test('the platform limits quotes as the rule says', () => {
  const config = readFileSync(resolve(import.meta.dirname, '../../../wrangler.toml'), 'utf8');
  const limiter = /name = "RATE_LIMIT_QUOTES"[^[]*?limit = (\d+), period = 60/u.exec(config);
  expect(Number(limiter?.[1])).toBe(QUOTES_PER_MINUTE);
});
