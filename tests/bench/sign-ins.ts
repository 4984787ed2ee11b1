// Many people sign in at once: how many a second of one core, beside scrypt alone, and what everybody else feels of it, as the time of
// /api/health from outside. Its calls go out at a fixed pace whether or not the last one was answered, so a Worker that stands still is
// met by all who would have called meanwhile.

import { scryptSync } from 'node:crypto';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { amount, type Bench, latencyRows, watched } from './bench.ts';
import { type Call, jsonCall, oneCall, pause } from './load.ts';
import { cpuSeconds } from './processes.ts';
import { PLAIN } from './report.ts';
import { type Server, withServers } from './servers.ts';
import { percentile, spreadOf } from './statistics.ts';
import { createTraders, makeWorld } from './world.ts';

/** As many as the limit speaks of (README.md, "Benches"). */
const PARALLEL = 40;
const EVERY_MS = 10;
/** The costs of worker/auth/passwords.ts. */
const SCRYPT = { N: 2 ** 14, r: 8, p: 5, maxmem: 64 * 1024 * 1024 } as const;
const HASHES = 20;

type Round = {
  readonly healthy: readonly number[];
  readonly seconds: number;
  readonly perCoreSecond: number;
};

export async function measureSignIns(bench: Bench): Promise<void> {
  const { world } = await makeWorld(join(bench.folder, 'strangers'), (db) => createTraders(db, 0));
  const onca = { file: 'onca-server.ts', options: { bundle: bench.bundle, world } };
  const { rounds, scrypt, load, busy } = await withServers(bench, { onca }, (servers) =>
    watched(bench, async () => {
      // What runs for the first time is compiled first.
      await signIns(servers.onca.url, 1);
      const measured: { rounds: Round[]; scrypt: number[] } = { rounds: [], scrypt: [] };
      for (let round = 0; round < bench.rounds; round += 1) {
        measured.scrypt.push(scryptPerCoreSecond(amount(bench, HASHES, 5)));
        measured.rounds.push(await roundOf(servers.onca));
        // The letters and notes of this round are no part of the next.
        await pause(1_000);
      }
      return measured;
    }),
  );
  const row = { ...PLAIN, part: 'sign-ins', load, busy } as const;
  const healthy = rounds.map((round) => round.healthy);
  const during = `GET /api/health during ${PARALLEL} sign-ins`;
  bench.say([
    ...latencyRows(row, (latency) => `${during}, ${latency}`, { ours: healthy }),
    { ...row, measure: `${during}, longest ms`, better: 'less', onca: spreadOf(healthy.map(longest)) },
    {
      ...row,
      measure: `${PARALLEL} sign-ins, seconds until the last answer`,
      better: 'less',
      onca: spreadOf(rounds.map(({ seconds }) => seconds)),
    },
    {
      ...row,
      measure: 'sign-ins per core-second',
      note: 'floor: scrypt alone',
      better: 'more',
      onca: spreadOf(rounds.map(({ perCoreSecond }) => perCoreSecond)),
      floor: spreadOf(scrypt),
    },
  ]);
}

async function roundOf({ url, pid }: Server): Promise<Round> {
  const probe = startProbe(url);
  const [before, began] = [cpuSeconds(pid), performance.now()];
  await signIns(url, PARALLEL).finally(probe.pause);
  const [after, seconds] = [cpuSeconds(pid), (performance.now() - began) / 1000];
  const used = before === null || after === null ? Number.NaN : after - before;
  return { healthy: await probe.times(), seconds, perCoreSecond: PARALLEL / used };
}

/** Invented addresses, each from a network of its own: none meets another's limit, and each costs a whole hash. */
async function signIns(base: URL, count: number): Promise<void> {
  const calls = Array.from({ length: count }, (_, index): Call => {
    const email = `nobody-${crypto.randomUUID()}@example.com`;
    const headers = {
      Origin: base.origin,
      'CF-Connecting-IP': `10.8.${Math.floor(Math.random() * 256)}.${index + 1}`,
    };
    const body = { email, password: 'jaguar azul 9', phone: '', remember: false };
    return jsonCall('/api/auth/sign-in', body, headers, 401);
  });
  await Promise.all(calls.map((call) => oneCall(base, call)));
}

function scryptPerCoreSecond(count: number): number {
  const before = process.cpuUsage();
  for (let index = 0; index < count; index += 1) scryptSync('jaguar azul 9', `salt ${index}`, 32, SCRYPT);
  const { user, system } = process.cpuUsage(before);
  return (count * 1e6) / (user + system);
}

function longest(times: readonly number[]): number {
  return percentile(times, 1);
}

function startProbe(base: URL) {
  const calls: Promise<number>[] = [];
  const timer = setInterval(() => {
    const call = oneCall(base, { method: 'GET', path: '/api/health' });
    // Whoever asks for the times is told.
    call.catch(() => {});
    calls.push(call);
  }, EVERY_MS);
  return { pause: () => clearInterval(timer), times: () => Promise.all(calls) };
}
