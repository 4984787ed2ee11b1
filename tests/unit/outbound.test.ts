// Whom the Worker calls, and who reads its secrets: the inventories of .github/security-design.md, compared with the code.

import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { SETTINGS } from '../../worker/commands/settings.ts';
import { OUTBOUND_ADDRESSES, REQUIRED_SECRETS } from '../../worker/http/setup-guard.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const DESIGN = readFileSync(join(ROOT, '.github/security-design.md'), 'utf8');

const sources = ['worker', 'durable-objects']
  .flatMap((room) =>
    readdirSync(join(ROOT, room), { recursive: true, encoding: 'utf8' }).map((file) => `${room}/${file}`),
  )
  .filter((file) => file.endsWith('.ts') && !file.startsWith('worker/commands/') && !file.endsWith('.d.ts'))
  .map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }));

/** The files in which the pattern stands. */
const filesWith = (pattern: RegExp) =>
  sources.filter(({ text }) => pattern.test(text)).map(({ file }) => file);

/** The platform's own `fetch`, and that of the client certificate. */
const CALL = /(?<![\w.])fetch\(|\bcertificate\.fetch\(/gu;

test('three files call out of the platform, and follow no redirect', () => {
  const callers = filesWith(new RegExp(CALL.source, 'u')).filter(
    (file) => file !== 'durable-objects/price-relay.ts',
  );
  expect(callers.toSorted()).toEqual([
    'worker/providers/feed.ts',
    'worker/services/pix-api/connection.ts',
    'worker/services/webhook-call.ts',
  ]);
  for (const caller of callers) {
    const { text } = sources.find(({ file }) => file === caller) ?? { text: '' };
    expect([...text.matchAll(CALL)]).toHaveLength([...text.matchAll(/redirect: 'manual'/gu)].length);
    expect(DESIGN).toContain(`\`${caller}\``);
  }
  expect(
    filesWith(
      /from 'cloudflare:sockets'|\bconnect\(\s*\{|new WebSocket\(|from 'node:(?:net|tls|http|https|dgram)'/u,
    ),
  ).toEqual([]);
});

test('every address that a setting names is one of those that must be https', () => {
  const named = SETTINGS.map(({ name }) => name).filter((name) => name.endsWith('_URL'));
  expect([...OUTBOUND_ADDRESSES].toSorted()).toEqual(named.toSorted());
  for (const name of named) expect(DESIGN).toContain(`\`${name}\``);
});

test('the inventory of keys names every secret and every key that is made of one', () => {
  const optional = ['OPS_TOKEN', 'METALS_DEV_KEY', 'PIX_API_CLIENT_SECRET', 'PIX_API_CALLBACK_TOKEN'];
  for (const secret of [...REQUIRED_SECRETS, ...optional]) expect(DESIGN).toContain(`\`${secret}\``);
  const keys = sources.find(({ file }) => file === 'worker/auth/secrets.ts')?.text ?? '';
  const union = keys.slice(keys.indexOf('type Purpose'), keys.indexOf('/** The key of each value'));
  const purposes = [...union.matchAll(/'([a-z-]+)'/gu)].map(([, purpose = '']) => purpose);
  expect(purposes.length).toBeGreaterThan(5);
  for (const purpose of purposes) expect(DESIGN).toContain(`\`${purpose}\``);
});

test('the inventory of algorithms names every one that the code asks for', () => {
  const asked = sources.flatMap(({ text }) =>
    [
      ...text.matchAll(/create(?:Hash|Hmac)\('([\w-]+)'/gu),
      ...text.matchAll(/\b(scrypt)Sync\(/gu),
      ...text.matchAll(/name: '(AES-[A-Z]+|HMAC)'/gu),
      ...text.matchAll(/ALGORITHM = '(\w+)'/gu),
      ...text.matchAll(/digest\('(SHA-\d+)'/gu),
    ].map(([, name = '']) => name.toLowerCase().replace('sha-', 'sha')),
  );
  const allowed = ['sha256', 'scrypt', 'aes-gcm', 'hmac', 'hs256', 'eddsa'];
  expect([...new Set(asked)].toSorted()).toEqual(allowed.toSorted());
});

test('Math.random makes a waiting time and nothing else', () => {
  expect(filesWith(/Math\.random/u)).toEqual(['worker/db/audit-log.ts']);
});
