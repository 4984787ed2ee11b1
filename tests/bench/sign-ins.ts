// What the visitors of a Worker feel while many people sign in to it at once: how long /api/health takes, from outside. The calls go out
// at a fixed pace whether or not the last one was answered, so a Worker that stands still is met by all who would have called meanwhile.

import { performance } from 'node:perf_hooks';
import { oneCall, pause, percentile } from './load.ts';

/** As many as the limit speaks of (README.md, "Benches"). */
const PARALLEL = 40;
const ROUNDS = 5;
const EVERY_MS = 10;

export async function signInMeasures(base: URL): Promise<Readonly<Record<string, number>>> {
  // What runs for the first time is compiled first.
  await signIns(base, 1, 'first');
  const healthy: number[] = [];
  const signedIn: number[] = [];
  let refused = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const probe = startProbe(base);
    const began = performance.now();
    const statuses = await signIns(base, PARALLEL, `round-${round}`);
    signedIn.push(performance.now() - began);
    refused += statuses.filter((status) => status !== 401).length;
    healthy.push(...(await probe.stop()));
    // The letters and notes of this round are no part of the next.
    await pause(1_000);
  }
  const what = `health during ${PARALLEL} sign-ins`;
  return {
    [`${what}, p50 ms`]: percentile(healthy, 0.5),
    [`${what}, p95 ms`]: percentile(healthy, 0.95),
    [`${what}, p99 ms`]: percentile(healthy, 0.99),
    [`${what}, longest ms`]: Math.max(...healthy),
    [`${PARALLEL} sign-ins, until the last answer, s`]: percentile(signedIn, 0.5) / 1000,
    [`${PARALLEL} sign-ins, turned away in ${ROUNDS} rounds`]: refused,
  };
}

/** Invented addresses, each from a network of its own: none meets another's limit, and each costs a whole hash. */
async function signIns(base: URL, count: number, name: string): Promise<number[]> {
  return Promise.all(
    Array.from({ length: count }, (_, index) => {
      const body = JSON.stringify({
        email: `${name}-${index}-${crypto.randomUUID()}@example.com`,
        password: 'jaguar azul 9',
        phone: '',
        remember: false,
      });
      return oneCall(base, {
        method: 'POST',
        path: '/api/auth/sign-in',
        body,
        headers: {
          'Content-Type': 'application/json',
          'Content-Length': String(Buffer.byteLength(body)),
          Origin: base.origin,
          'CF-Connecting-IP': `10.8.${Math.floor(Math.random() * 256)}.${index + 1}`,
        },
      });
    }),
  );
}

function startProbe(base: URL): { readonly stop: () => Promise<number[]> } {
  const times: Promise<number>[] = [];
  const call = async (): Promise<number> => {
    const sent = performance.now();
    const status = await oneCall(base, { method: 'GET', path: '/api/health' });
    if (status !== 200) throw new Error(`/api/health answered ${status}`);
    return performance.now() - sent;
  };
  const timer = setInterval(() => times.push(call()), EVERY_MS);
  return {
    stop: () => {
      clearInterval(timer);
      return Promise.all(times);
    },
  };
}
