// What the platform allows a paid account, in the words of Cloudflare's documentation as it was looked up on LOOKED_UP_ON. A limit that
// has moved since is changed here, and every figure of the part follows.

export const LOOKED_UP_ON = '2026-11-24';

export type PlatformLimit = { readonly value: number; readonly unit: string; readonly source: string };

const GB = 1e9;

export const PLATFORM = {
  databaseBytes: {
    value: 10 * GB,
    unit: 'bytes',
    source: 'D1 limits (page of 2026-04-21): maximum database size 10 GB, cannot be increased',
  },
  databaseMsPerSecond: {
    value: 1_000,
    unit: 'ms of the database a second',
    source:
      'D1 limits: a database is single-threaded; queries of 1 ms are about 1,000 a second, of 100 ms 10',
  },
  queryMs: {
    value: 30_000,
    unit: 'ms',
    source: 'D1 limits: maximum SQL query duration 30 seconds, for a batch as a whole too',
  },
  callsOfAnInvocation: {
    value: 1_000,
    unit: 'calls of D1',
    source:
      'D1 limits: queries per Worker invocation 1,000 (paid); read here as calls, of which a batch is one',
  },
  accountBytes: {
    value: 1_000 * GB,
    unit: 'bytes',
    source: 'D1 limits: maximum storage per account 1 TB (paid), more on request; 50,000 databases',
  },
  objectRequests: {
    value: 1_000,
    unit: 'requests a second',
    source: 'Durable Objects FAQ: an object is single-threaded, soft limit 1,000 requests a second',
  },
  socketsOfAnObject: {
    value: 32_768,
    unit: 'sockets',
    source:
      'Durable Object state, acceptWebSocket: at most 32,768 hibernating sockets; processor and memory may allow fewer',
  },
  minuteCronCpuMs: {
    value: 30_000,
    unit: 'ms of processor',
    source:
      'Workers limits: a cron of less than an hour has 30 s of processor, a longer one 15 min; wall clock 15 min',
  },
} as const satisfies Readonly<Record<string, PlatformLimit>>;
