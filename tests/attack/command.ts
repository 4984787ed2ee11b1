// `npm run attack`: the parts one after another, their figures, and of what was found the command that repeats it.

import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { bundled } from '../bench/bundled.ts';
import { scratchFolder } from '../support/scratch.ts';
import type { Part } from './part.ts';
import { crossSite } from './cross-site.ts';
import { enumeration } from './enumeration.ts';
import { fields } from './fields.ts';
import { routes } from './routes.ts';
import { tokens } from './tokens.ts';
import { secrets } from './secrets.ts';
import { strings } from './strings.ts';
import { Target } from './target.ts';

const PARTS: readonly Part[] = [fields, routes, tokens, crossSite, enumeration, secrets, strings];

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '5' },
    seed: { type: 'string' },
    only: { type: 'string' },
    at: { type: 'string' },
    bundle: { type: 'string' },
  },
});
const seed = values.seed ?? randomBytes(4).toString('hex');
const names = values.only?.split(',') ?? PARTS.map(({ name }) => name);
const asked = PARTS.filter(({ name }) => names.includes(name));
const seconds = Number(values.minutes) * 60;
if (!(seconds > 0) || asked.length === 0 || asked.length < names.length) {
  console.error(`Usage: npm run attack [-- --minutes N] [--seed S] [--only PART,PART] [--at PART-OF-A-CASE'S-NAME] [--bundle FOLDER]
Parts: ${PARTS.map(({ name }) => name).join(', ')}`);
  process.exit(2);
}
const folder = scratchFolder('attack-bundle');
const bundle = values.bundle ?? (await bundled(join(folder, 'bundle')));

const say = console.log;
// The product's own code, which makes our people here, tells its log what it books.
console.log = (line: string) => {
  if (!line.startsWith('{"event":"')) say(line);
};

/** Of one part, so many are printed; the others are counted. */
const PRINTED = 25;
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
console.log(`npm run attack -- --seed ${seed} --minutes ${values.minutes} --only ${names.join(',')}`);
let opened: Promise<Target> | null = null;
let found = 0;
const shares = asked.reduce((sum, { share }) => sum + share, 0);
for (const part of asked) {
  const began = performance.now();
  const figures = new Map<string, number>();
  let ofPart = 0;
  console.log(`\n${part.name}`);
  await part.run({
    seed,
    bundle,
    seconds: (seconds * part.share) / shares,
    at: values.at ?? null,
    target: () => (opened ??= Target.open(bundle)),
    find: (at, what) => {
      ofPart += 1;
      if (ofPart > PRINTED) return;
      console.log(`  FOUND ${at}\n        ${what}`);
      console.log(`        npm run attack -- --seed ${seed} --only ${part.name} --at ${quoted(at)}`);
    },
    count: (what, often = 1) => figures.set(what, (figures.get(what) ?? 0) + often),
    say: (line) => console.log(`  ${line}`),
  });
  if (ofPart > PRINTED) console.log(`  and ${ofPart - PRINTED} more`);
  found += ofPart;
  for (const [what, often] of [...figures].toSorted(([a], [b]) => a.localeCompare(b)))
    console.log(`  ${often} ${what}`);
  console.log(`  ${ofPart} found, ${((performance.now() - began) / 1_000).toFixed(0)} s`);
}
await (opened as Promise<Target> | null)?.then((target) => target.close());
console.log(`\n${found} found`);
process.exit(found > 0 ? 1 : 0);
