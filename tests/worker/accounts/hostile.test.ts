// Requests no page of ours sends: from other sites, of other shapes and sizes.

import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { createCustomer, freshAddress, jsonHeaders, ORIGIN } from '../../support/customers.ts';
import { call, problemOf } from './calls.ts';

const UNSAFE = [
  ['POST', '/api/auth/sign-up'],
  ['POST', '/api/auth/sign-in'],
  ['POST', '/api/auth/refresh'],
  ['POST', '/api/auth/sign-out'],
  ['PATCH', '/api/profile'],
  ['PUT', '/api/settings'],
  ['POST', '/api/contact'],
  ['POST', '/api/newsletter'],
] as const;

const WITH_BODY = UNSAFE.filter(([, path]) => !/refresh|sign-out/u.test(path));

const FOREIGN: readonly (readonly [string, Record<string, string>])[] = [
  ['no origin', {}],
  ['another origin', { Origin: 'https://evil.example' }],
  ['the same host on another port', { Origin: `${ORIGIN}:8080` }],
  ['the null origin of a sandboxed frame', { Origin: 'null' }],
  ['a cross-site fetch that claims our origin', { Origin: ORIGIN, 'Sec-Fetch-Site': 'cross-site' }],
];

test.each(FOREIGN)('every unsafe call with %s is refused and does nothing', async (_name, foreign) => {
  const { cookie } = await createCustomer(env);
  for (const [method, path] of UNSAFE) {
    const headers = { 'Content-Type': 'application/json', Cookie: cookie, ...foreign };
    const reply = await call(path, { method, headers, body: '{"fullName":"Mallory Evil"}' });
    expect(reply.status, `${method} ${path}`).toBe(403);
    expect(await problemOf(reply), `${method} ${path}`).toMatchObject({ code: 'CrossSite' });
    expect(reply.headers.getSetCookie(), `${method} ${path}`).toEqual([]);
  }
  const profile = await call('/api/profile', { headers: { Cookie: cookie } });
  expect(await profile.json()).toMatchObject({ fullName: 'Ana Prado' });
  const spent = await env.DB.prepare(
    'SELECT count(*) AS n FROM refresh_tokens WHERE spent_at IS NOT NULL',
  ).first('n');
  expect(spent).toBe(0);
});

test('signing in from another site without cookies is refused too: nobody is signed in as somebody else', async () => {
  const reply = await call('/api/auth/sign-in', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: 'https://evil.example' },
    body: '{"email":"a@b.co","password":"x"}',
  });
  expect(await problemOf(reply)).toMatchObject({ status: 403, code: 'CrossSite' });
});

const DEEP = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;

const BODIES: readonly (readonly [string, string | Uint8Array, number, string])[] = [
  ['nothing', '', 400, 'MalformedJson'],
  ['half a document', '{"email": "a@b', 400, 'MalformedJson'],
  ['bytes that are no text', new Uint8Array([0xff, 0xfe, 0x00, 0x80]), 400, 'MalformedJson'],
  ['NaN', '{"email": NaN}', 400, 'MalformedJson'],
  ['null', 'null', 422, 'ValidationFailed'],
  ['a number', '1e999', 422, 'ValidationFailed'],
  ['a text', '"{}"', 422, 'ValidationFailed'],
  ['a list', '[]', 422, 'ValidationFailed'],
  ['a very deep list', DEEP, 422, 'ValidationFailed'],
  ['an empty object', '{}', 422, 'ValidationFailed'],
  [
    'fields of wrong types',
    '{"email":{"$ne":1},"password":[1],"fullName":7,"theme":{},"acceptTerms":"yes"}',
    422,
    'ValidationFailed',
  ],
  [
    'a poisoned prototype',
    '{"__proto__":{"email":"a@b.co","password":"x9xxxxxxx"},"constructor":{}}',
    422,
    'ValidationFailed',
  ],
  ['a body of 65 kB', JSON.stringify({ email: 'x'.repeat(65 * 1024) }), 413, 'PayloadTooLarge'],
  ['a body of 2 MB', JSON.stringify({ password: 'x'.repeat(2 * 1024 * 1024) }), 413, 'PayloadTooLarge'],
];

test.each(BODIES)(
  'a body of %s is refused everywhere, never an error of ours',
  async (_name, body, status, code) => {
    const { headers } = await createCustomer(env);
    for (const [method, path] of WITH_BODY) {
      const reply = await call(path, {
        method,
        headers: { ...headers, 'CF-Connecting-IP': freshAddress() },
        body,
      });
      expect(reply.status, `${method} ${path}`).toBe(status);
      expect(await problemOf(reply), `${method} ${path}`).toMatchObject({ code });
    }
  },
);

const OTHER_TYPES = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'application/json; charset=utf-16',
  'application/json; charset="iso-8859-1"; charset=utf-8',
  '',
];

test.each(OTHER_TYPES)(
  'a body sent as "%s" is refused: a form on another site could send it',
  async (type) => {
    const { headers } = await createCustomer(env);
    for (const [method, path] of WITH_BODY) {
      const reply = await call(path, { method, headers: { ...headers, 'Content-Type': type }, body: '{}' });
      expect(reply.status, `${method} ${path}`).toBe(415);
    }
  },
);

test('a body that says it is UTF-8 is read', async () => {
  const { headers } = await createCustomer(env);
  for (const type of ['application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"']) {
    const reply = await call('/api/auth/password/forgot', {
      method: 'POST',
      headers: { ...headers, 'Content-Type': type },
      body: JSON.stringify({ email: 'nobody-at-all@example.com' }),
    });
    expect(reply.status).toBe(202);
  }
});

const STRANGE = [
  'a\0b@example.com',
  '\ud800@example.com',
  "x'); DROP TABLE users;--@example.com",
  '𝒜@example.com',
  '%@_.%',
];

test.each(STRANGE.map((text) => [JSON.stringify(text), text]))(
  'the e-mail %s signs nobody in and breaks nothing',
  async (_name, email) => {
    const sign = (path: string, body: object) =>
      call(path, { method: 'POST', headers: jsonHeaders(), body: JSON.stringify(body) });
    expect((await sign('/api/auth/sign-in', { email, password: `${email}9` })).status).toBe(401);
    const form = {
      fullName: `Ana ${email}`,
      phone: '11987654321',
      email,
      password: `jaguar ${email} 9`,
      confirmPassword: `jaguar ${email} 9`,
      acceptTerms: true,
    };
    const reply = await sign('/api/auth/sign-up', form);
    expect([201, 422]).toContain(reply.status);
  },
);

test('a password of 60 kB is only a wrong password', async () => {
  const reply = await call('/api/auth/sign-in', {
    method: 'POST',
    headers: jsonHeaders(),
    body: JSON.stringify({ email: 'a@b.co', password: 'x'.repeat(60_000), phone: '9'.repeat(3_000) }),
  });
  expect(reply.status).toBe(401);
});

test('no problem repeats what was sent', async () => {
  const marker = 'marker-4711-pass9';
  const bodies = [
    { email: marker, password: marker },
    { fullName: marker, email: marker, password: marker, confirmPassword: `${marker}x`, phone: marker },
    { platform: marker, theme: marker },
  ];
  const { headers } = await createCustomer(env);
  const answers: string[] = [];
  for (const [method, path] of WITH_BODY) {
    for (const body of bodies) {
      const own = { ...headers, 'CF-Connecting-IP': freshAddress() };
      const reply = await call(path, { method, headers: own, body: JSON.stringify(body) });
      if (reply.status >= 400) answers.push(await reply.text());
    }
  }
  // All but the change of the name to the marker, which is a good name.
  expect(answers).toHaveLength(WITH_BODY.length * bodies.length - 1);
  expect(answers.join('\n')).not.toContain(marker);
});
