// What `npm run mutate` is asked for: parts of file names and a few flags. Whatever it does not know it refuses, with what there is.

import { parseArgs } from 'node:util';
import { err, ok, type Result } from '../../worker/domain/result.ts';

export type Options = {
  /** A mutant is tried when its file's path has one of them; none: every file. */
  readonly names: readonly string[];
  /** Null: until every mutant has been tried. */
  readonly minutes: number | null;
  readonly seed: number;
  readonly lanes: number;
  /** One mutant by its number, to see it again. */
  readonly only: string | null;
  /** Asks also what earlier runs have asked, and reports on nothing else. */
  readonly again: boolean;
  /** Asks in workerd what no unit test found. */
  readonly workerd: boolean;
};

const SEED_MAX = 2 ** 31;
const LANES = 2;
const LANES_MAX = 16;
const MINUTES = 20;

export const USAGE = `Usage: npm run mutate [-- NAME... FLAG...]
  NAME         part of a path: domain/fees, ledger; every file of the scope without a name
  --minutes N  mutants are drawn for so long; ${MINUTES} unless said, 0: until all have been tried
  --seed S     the draw of an earlier run
  --lanes N    processes at work, 1 to ${LANES_MAX}; ${LANES} unless said
  --only ID    one mutant by its number
  --again      also what earlier runs asked, and a report on this run alone
  --workerd    asks in workerd what no unit test found in worker/ledger and worker/auth`;

const FLAGS = {
  minutes: { type: 'string' },
  seed: { type: 'string' },
  lanes: { type: 'string' },
  only: { type: 'string' },
  again: { type: 'boolean' },
  workerd: { type: 'boolean' },
} as const;

export function readOptions(args: readonly string[]): Result<Options, string> {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: FLAGS, allowPositionals: true });
    const minutes = whole(values.minutes, 'minutes', 0, 1440) ?? MINUTES;
    return ok({
      names: positionals,
      minutes: minutes === 0 ? null : minutes,
      seed: whole(values.seed, 'seed', 0, SEED_MAX) ?? Math.floor(Math.random() * SEED_MAX),
      lanes: whole(values.lanes, 'lanes', 1, LANES_MAX) ?? LANES,
      only: values.only ?? null,
      again: values.again ?? false,
      workerd: values.workerd ?? false,
    });
  } catch (error) {
    return err(String(error instanceof Error ? error.message : error));
  }
}

function whole(value: string | undefined, flag: string, least: number, most: number): number | null {
  if (value === undefined) return null;
  const number = Number(value);
  if (/^\d+$/u.test(value) && number >= least && number <= most) return number;
  throw new Error(`--${flag} takes a whole number from ${least} to ${most}, not "${value}".`);
}
