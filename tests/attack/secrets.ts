// Secrets that stand where everybody reads them: in the files of the tree, and in every file that there ever was.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../bench/settings.ts';
import { isAsked, type Part } from './part.ts';

const KINDS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['a private key', /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----\s+[A-Za-z0-9+/=\s]{60,}/gu],
  ['a private JWK', /["']?\bd["']?\s*:\s*["'][A-Za-z0-9_-]{42,}["']/gu],
  ['a key of AWS', /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/gu],
  ['a token of GitHub', /\b(?:gh[pousr]_[A-Za-z0-9]{36}|github_pat_\w{50,})/gu],
  ['a token of npm', /\bnpm_[A-Za-z0-9]{36}\b/gu],
  ['a token of Slack', /\bxox[abprs]-[A-Za-z0-9-]{20,}/gu],
  ['a key of Stripe', /\b[rs]k_live_[A-Za-z0-9]{20,}/gu],
  ['a key of Google', /\bAIza[A-Za-z0-9_-]{35}\b/gu],
  ['a key of Anthropic or OpenAI', /\bsk-(?:ant-|proj-)?[A-Za-z0-9_-]{32,}/gu],
  ['a signed token', /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{20,}/gu],
  ['a password in an address', /\b[a-z][a-z+]{2,}:\/\/[^\s/:@"'<>`$]+:[^\s/@"'<>`$]{6,}@[\w.-]+/gu],
];
/** A name that promises a secret, with a value that looks like one. */
const ASSIGNED =
  /(?:secret|token|passw(?:or)?d|pepper|api_?key|private_?key|credential)\w*["']?\s*[:=]\s*["'`]([A-Za-z0-9+/_=-]{20,})["'`]/giu;
const ENTROPY_BITS = 3.8;
/** Of larger files, which are pictures, fonts and lock files, nothing is read. */
const LARGEST_BYTES = 2_000_000;

/** What is known and guards nothing, with the reason. */
const KNOWN: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [
    /nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A|TM0Imyj_ltqdtsNG7BFOD1uKMZ81q6Yk2oz27U-4pvs/u,
    'keys of RFC 8032, known to everybody',
  ],
  [/JBSWY3DPEHPK3PXP|KRSXG5CTMVRXEZLU/u, 'the app keys of the demo operators, in the README'],
  [
    /^(?:test|bench|fault|attack|old|new|other|another|short|made|made-up|wrong|example|token|ops|operators|a)[-_][\w-]*/iu,
    'says itself that it is of a test',
  ],
  [/^p7mF0V/u, 'a made-up link in tests/unit/mail/messages.test.ts'],
  [/0123456789|abcdef|abcdefghij|^(.)\1+$/iu, 'counts up, or is one letter'],
];

export const secrets: Part = {
  name: 'secrets',
  share: 1,
  run: (attack) => {
    const told = new Set<string>();
    /** Of a file that had it through a hundred commits, once. */
    const note = (file: string, text: string, object = '') => {
      for (const [what, value] of secretsIn(text)) {
        const at = `${file}${object}: ${what}`;
        const isNew = !told.has(`${file} ${value}`);
        told.add(`${file} ${value}`);
        if (isNew && isAsked(attack, at))
          attack.find(at, `${value.slice(0, 6)}... of ${value.length} characters`);
      }
    };
    const files = git('ls-files', '-z').toString().split('\0').filter(Boolean);
    for (const file of files) {
      const bytes = readFileSync(join(ROOT, file));
      if (isText(bytes)) note(file, bytes.toString());
    }
    attack.count('files of the tree', files.length);
    const known = new Set(
      git('ls-files', '-s')
        .toString()
        .split('\n')
        .map((line) => line.split(' ')[1]),
    );
    const objects = git('rev-list', '--objects', 'HEAD')
      .toString()
      .split('\n')
      .filter((line) => /^\w+ ./u.test(line));
    const older = new Map(
      objects.map((line) => [line.slice(0, 40), line.slice(41)] as const).filter(([id]) => !known.has(id)),
    );
    let read = 0;
    for (const [id, bytes] of blobs([...older.keys()])) {
      if (!isText(bytes)) continue;
      read += 1;
      note(older.get(id) ?? '', bytes.toString(), ` (git cat-file -p ${id.slice(0, 10)})`);
    }
    attack.count('older files of the history', read);
    const isShallow = git('rev-parse', '--is-shallow-repository').toString().trim() === 'true';
    if (isShallow) attack.say('the history is not all here: git fetch --unshallow');
    return Promise.resolve();
  },
};

/** What looks like a secret and is not known. */
export function secretsIn(text: string): readonly (readonly [what: string, value: string])[] {
  const isKnown = (value: string) => KNOWN.some(([pattern]) => pattern.test(value));
  const shaped = KINDS.flatMap(([what, pattern]) =>
    [...text.matchAll(pattern)].map(([value]) => [what, value] as const),
  );
  const assigned = [...text.matchAll(ASSIGNED)].flatMap(([, value = '']) =>
    entropyOf(value) >= ENTROPY_BITS && /\d/u.test(value) && /[A-Za-z]/u.test(value)
      ? [['a value that looks like a secret', value] as const]
      : [],
  );
  return [...shaped, ...assigned].filter(([, value]) => !isKnown(value));
}

/** Bits for each character, by how often each occurs. */
function entropyOf(text: string): number {
  const counts = Map.groupBy(text, (letter) => letter);
  return [...counts.values()].reduce(
    (sum, { length }) => sum - (length / text.length) * Math.log2(length / text.length),
    0,
  );
}

const isText = (bytes: Uint8Array): boolean =>
  bytes.length <= LARGEST_BYTES && !bytes.subarray(0, 4_096).includes(0);

function git(...args: readonly string[]): Buffer {
  return ask(args, '');
}

function ask(args: readonly string[], input: string): Buffer {
  const { status, stdout, stderr } = spawnSync('git', [...args], { cwd: ROOT, input, maxBuffer: 2 ** 31 });
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr.toString()}`);
  return stdout;
}

/** A few hundred at a time: all of them together are larger than a buffer may be. */
function* blobs(ids: readonly string[]): Generator<readonly [id: string, bytes: Buffer]> {
  const AT_ONCE = 400;
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const said = ask(['cat-file', '--batch'], `${ids.slice(from, from + AT_ONCE).join('\n')}\n`);
    for (let at = 0; at < said.length;) {
      const end = said.indexOf(10, at);
      const [id = '', type = '', size = '0'] = said.subarray(at, end).toString().split(' ');
      const bytes = said.subarray(end + 1, end + 1 + Number(size));
      if (type === 'blob') yield [id, bytes];
      at = end + 2 + Number(size);
    }
  }
}
