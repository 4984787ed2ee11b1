// What no page of the product sends: values of wrong types, sizes and encodings, in each field, in the path, in the query and as the whole body.

import { fieldsOf, type Shape } from './contract.ts';

/** In every text that is sent. Raw in a page it would be an element; in a refusal it has no place at all. */
export const MARK = 'x-onca-echo';
export const MARKUP = `"'><${MARK}>`;

export type Case = {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly body: string | Uint8Array | null;
  readonly headers: Readonly<Record<string, string>>;
};

/** A sound call of the route. */
export type Sound = {
  readonly method: string;
  /** With its places, as in `/api/alerts/:alertId`. */
  readonly pattern: string;
  readonly path: string;
  readonly body: unknown;
  readonly key: string | undefined;
};

const DEEP = 30_000;
const TEN_MB = 10 * 1024 * 1024;
const BODY_LIMIT = 64 * 1024;

/** Raw JSON, since some of it no serializer writes. */
const WRONG_VALUES: Readonly<Record<string, string>> = {
  null: 'null',
  true: 'true',
  zero: '0',
  'minus one': '-1',
  'a fraction': '1.5',
  '1e308': '1e308',
  '1e999': '1e999',
  '2^53': '9007199254740992',
  '-0': '-0',
  'an empty text': '""',
  markup: JSON.stringify(MARKUP),
  'a number as text': '"100"',
  NUL: `"a\\u0000${MARK}"`,
  'a lone surrogate': `"\\ud800${MARK}"`,
  'line breaks': `"a\\r\\nX-Injected: ${MARK}"`,
  'a quote of SQL': `"' OR 1=1 --${MARK}"`,
  'a long text': JSON.stringify('x'.repeat(60_000)),
  'a list': '[]',
  'a list of lists': '[[[]]]',
  'an object': '{}',
  'an operator': '{"$ne":1,"$gt":""}',
  'a prototype': '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}}}',
  'many items': `[${'1,'.repeat(9_999)}1]`,
};

const WRONG_TEXTS: Readonly<Record<string, string>> = {
  nothing: '',
  markup: encodeURIComponent(MARKUP),
  NUL: '%00',
  'no UTF-8': '%ff%fe',
  'half an escape': '%',
  'a lone surrogate': '%ed%a0%80',
  'line breaks': `%0d%0aX-Injected:%20${MARK}`,
  'the folder above': '..%2f..%2f..%2fetc%2fpasswd',
  'a quote of SQL': encodeURIComponent(`' OR 1=1 --${MARK}`),
  'a prototype': '__proto__',
  'a constructor': 'constructor',
  '1e308': '1e308',
  'minus one': '-1',
  'a long text': 'x'.repeat(8_000),
  emoji: encodeURIComponent('🏅'.repeat(50)),
};

const utf16 = (text: string, mark: boolean): Uint8Array =>
  Buffer.concat([mark ? Buffer.from([0xff, 0xfe]) : Buffer.alloc(0), Buffer.from(text, 'utf16le')]);

function wholeBodies(sound: string): Readonly<Record<string, string | Uint8Array>> {
  const inside = sound.startsWith('{') && sound !== '{}' ? sound.slice(1, -1) : `"a":"${MARK}"`;
  return {
    nothing: '',
    'half of it': sound.slice(0, -1),
    null: 'null',
    'a number': '1e999',
    'a text': JSON.stringify(MARKUP),
    'a list': `[${sound}]`,
    NaN: '{"a":NaN}',
    'something behind it': `${sound} ${MARKUP}`,
    'a comment': `/* ${MARK} */ ${sound}`,
    [`a list ${DEEP} deep`]: '['.repeat(DEEP) + ']'.repeat(DEEP),
    'an object 10,000 deep': '{"a":'.repeat(10_000) + '1' + '}'.repeat(10_000),
    'each key twice': `{${inside},${inside}}`,
    'each key twice, first right and then wrong': `{${inside},${inside.replaceAll(/:\s*("[^"]*"|[\d.]+|true|false|null)/gu, ':{}')}}`,
    'a prototype': `{"__proto__":{"isAdmin":true,"roles":["owner"]},${inside}}`,
    'a constructor': `{"constructor":{"prototype":{"isAdmin":true}},${inside}}`,
    'keys of others': `{${inside},"userId":"${MARK}","isAdmin":true,"roles":["owner"],"accountId":"${MARK}"}`,
    'a raw NUL': `{${inside},"z":"\0"}`,
    'no UTF-8': Buffer.concat([
      Buffer.from(`{${inside},"z":"`),
      Buffer.from([0xff, 0xc0, 0x80]),
      Buffer.from('"}'),
    ]),
    'UTF-16': utf16(sound, false),
    'UTF-16 with a mark': utf16(sound, true),
    'UTF-8 with a mark': Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(sound)]),
    'a byte more than is read': `{${inside},"z":"${'x'.repeat(BODY_LIMIT)}"}`,
    '10 MB': Buffer.alloc(TEN_MB, 0x20),
    '5,000 keys': `{${Array.from({ length: 5_000 }, (_, n) => `"k${n}":1`).join(',')}}`,
  };
}

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  'text/plain': 'text/plain',
  'a form': 'application/x-www-form-urlencoded',
  'a form of parts': 'multipart/form-data; boundary=x',
  'UTF-16': 'application/json; charset=utf-16',
  'two types': 'application/json, text/plain',
  XML: 'application/xml',
  nonsense: `${MARK}/;;=`,
};

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'TRACE'];

const HEADERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'another method in a header': { 'X-HTTP-Method-Override': 'DELETE', 'X-Method-Override': 'DELETE' },
  'a long key': { 'Idempotency-Key': 'k'.repeat(8_000) },
  'a key of markup': { 'Idempotency-Key': MARKUP },
  'an empty key': { 'Idempotency-Key': '' },
  'a bearer token': { Authorization: `Bearer ${MARK}` },
  'another address': {
    'X-Forwarded-For': '127.0.0.1',
    'X-Original-URL': '/api/admin/users',
    Forwarded: 'for=127.0.0.1',
  },
  'a language of markup': { 'Accept-Language': MARKUP },
  'a browser of markup': { 'User-Agent': MARKUP },
  'squeezed bytes that are none': { 'Content-Encoding': 'gzip' },
  'a range': { Range: 'bytes=-1,0-999999999999', 'If-Range': MARKUP },
};

const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD';

/** Every case of one route. */
export function casesOf(sound: Sound, shape: Shape): readonly Case[] {
  const { method, path, key } = sound;
  const text = isRead(method) ? null : JSON.stringify(sound.body ?? {});
  const plain = {
    method,
    path,
    body: text,
    headers: { 'Content-Type': 'application/json', ...(key === undefined ? {} : { 'Idempotency-Key': key }) },
  };
  const cases: Case[] = [];
  const add = (name: string, over: Partial<Case>) => cases.push({ ...plain, ...over, name });

  for (const field of fieldNames(sound, shape)) {
    for (const [what, raw] of Object.entries(WRONG_VALUES))
      add(`body ${field} = ${what}`, { body: withRaw(sound.body, field, raw) });
    add(`body without ${field}`, { body: withRaw(sound.body, field, null) });
  }
  for (const [what, wrong] of Object.entries(WRONG_TEXTS)) {
    for (const field of shape.query === null ? ['q'] : fieldsOf(shape.query).keys())
      add(`query ${field} = ${what}`, { path: withQuery(path, `${field}=${wrong}`) });
    for (const [place, filled] of placesFilled(sound, wrong))
      add(`path ${place} = ${what}`, { path: filled });
  }
  add('a long path', { path: `${path.split('?')[0]}/${'x'.repeat(8_000)}` });
  add('a long query', { path: withQuery(path, `q=${'x'.repeat(15_000)}`) });
  add('two slashes', { path: `/${path}` });
  for (const other of METHODS)
    if (other !== method) add(`by ${other}`, { method: other, body: isRead(other) ? null : (text ?? '{}') });
  for (const [what, headers] of Object.entries(HEADERS))
    add(`with ${what}`, { headers: { ...plain.headers, ...headers } });
  if (text === null) return cases;
  for (const [what, body] of Object.entries(wholeBodies(text))) add(`body: ${what}`, { body });
  for (const [what, type] of Object.entries(CONTENT_TYPES))
    add(`sent as ${what}`, { headers: { ...plain.headers, 'Content-Type': type } });
  return cases;
}

function fieldNames({ body, method }: Sound, { body: schema }: Shape): readonly string[] {
  if (isRead(method)) return [];
  const own = typeof body === 'object' && body !== null ? Object.keys(body) : [];
  return [...new Set([...own, ...(schema === null ? [] : fieldsOf(schema).keys())])];
}

/** The body with this raw JSON in place of a field; null: without it. */
function withRaw(body: unknown, field: string, raw: string | null): string {
  const others = Object.entries((body ?? {}) as object).filter(([key]) => key !== field);
  const parts = others.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`);
  return `{${[...parts, ...(raw === null ? [] : [`${JSON.stringify(field)}:${raw}`])].join(',')}}`;
}

const withQuery = (path: string, more: string): string => `${path}${path.includes('?') ? '&' : '?'}${more}`;

/** The path with each of its places filled wrongly, one at a time. */
function placesFilled({ pattern, path }: Sound, wrong: string): [place: string, filled: string][] {
  const [bare = '', search] = path.split('?');
  const names = pattern.split('/');
  const values = bare.split('/');
  return names.flatMap((name, at): [string, string][] => {
    if (!name.startsWith(':')) return [];
    const filled = values.with(at, wrong).join('/');
    return [[name.slice(1), search === undefined ? filled : `${filled}?${search}`]];
  });
}
