// What `npm run bench` is asked for: parts by name and a few flags. Whatever it does not know it refuses, with what there is.

import { parseArgs } from 'node:util';
import { err, ok, type Result } from '../../worker/domain/result.ts';

/** In the order in which they are measured. */
export const PARTS = [
  'empty',
  'trades',
  'quotes',
  'portfolio',
  'reads',
  'fan-out',
  'sign-ins',
  'alerts',
  'start',
  'scale',
] as const;
export type Part = (typeof PARTS)[number];
/** Says what a deployment holds, and has nothing beside it: only by its name. */
const PAPER: Part = 'scale';

export type Options = {
  readonly parts: readonly Part[];
  readonly rounds: number;
  readonly isShort: boolean;
  readonly isAnyway: boolean;
  readonly json: string | null;
  readonly compare: string | null;
  readonly markdown: boolean;
};

/** Fewer than three have no range that says anything. */
export const ROUNDS = 3;
const ROUNDS_MAX = 9;

export const USAGE = `Usage: npm run bench [-- PART... FLAG...]
  PART            ${PARTS.join(', ')}; all but ${PAPER} without a name
  --rounds N      rounds of each measure, 1 to ${ROUNDS_MAX}; ${ROUNDS} unless said
  --short         a tenth of the calls, to try the bench: no figure to quote
  --anyway        also on a busy machine; each row says so
  --json FILE     where the figures go instead of tests/.output/bench.json
  --compare FILE  what changed since the run that wrote this file
  --markdown      measures nothing: writes the last run (or --json FILE) into tests/README.md`;

const FLAGS = {
  rounds: { type: 'string' },
  short: { type: 'boolean' },
  anyway: { type: 'boolean' },
  json: { type: 'string' },
  compare: { type: 'string' },
  markdown: { type: 'boolean' },
} as const;

export function readOptions(args: readonly string[]): Result<Options, string> {
  const parsed = parsedArguments(args);
  if (!parsed.ok) return parsed;
  const { values, positionals } = parsed.value;
  const unknown = positionals.find((name) => !isPart(name));
  if (unknown !== undefined) return err(`There is no part "${unknown}"; there are ${PARTS.join(', ')}.`);
  const rounds = values.rounds ?? String(ROUNDS);
  if (!/^\d$/u.test(rounds) || Number(rounds) < 1)
    return err(`--rounds takes a whole number from 1 to ${ROUNDS_MAX}, not "${rounds}".`);
  return ok({
    parts: PARTS.filter((part) => (positionals.length === 0 ? part !== PAPER : positionals.includes(part))),
    rounds: Number(rounds),
    isShort: values.short ?? false,
    isAnyway: values.anyway ?? false,
    json: values.json ?? null,
    compare: values.compare ?? null,
    markdown: values.markdown ?? false,
  });
}

const isPart = (name: string): name is Part => (PARTS as readonly string[]).includes(name);

function parsedArguments(args: readonly string[]) {
  try {
    return ok(parseArgs({ args: [...args], options: FLAGS, allowPositionals: true }));
  } catch (error) {
    // Its first sentence; the next ones speak of another command line.
    return err(String(error instanceof Error ? error.message : error).replace(/\. .*/u, '.'));
  }
}
