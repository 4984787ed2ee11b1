// Forged tokens. A session is refused with 401 whatever is sent in its place, a quote is no quote of ours, and a link, a proof or a callback
// is good for one thing only. Each list begins with a token like ours that is taken, so that the others are refused for their own reason.

import { decodeProtectedHeader, decodeJwt } from 'jose';
import { freezeToken } from '../../worker/auth/freeze-token.ts';
import { linkToken } from '../../worker/auth/mailed-link-token.ts';
import { keysFor } from '../../worker/auth/secrets.ts';
import { MAILED_LINK_PURPOSES } from '../../worker/domain/mailed-links.ts';
import { DAY_MS, HOUR_MS } from '../../worker/domain/time.ts';
import { signCallback } from '../../worker/services/gateway-signature.ts';
import type { Caller } from '../faults-run/caller.ts';
import type { Victim } from '../worker/security/isolation-world.ts';
import { compact, edwardsSigner, forgeriesOf, hmacSigner, malleable, type Sort } from './forged.ts';
import { faultOf, problemIn } from './judge.ts';
import { MARK } from './malformed.ts';
import { isAsked, type Attack, type Part } from './part.ts';
import { makeInvestor, makeOperator, pageHeaders, quoteOf } from './people.ts';
import type { Reply, Target } from './target.ts';

type Named = readonly (readonly [name: string, token: string])[];

export const tokens: Part = {
  name: 'tokens',
  share: 1,
  run: async (attack) => {
    const target = await attack.target();
    const caller = target.caller();
    const [customer, other, operator] = [
      await makeInvestor(target),
      await makeInvestor(target),
      await makeOperator(target),
    ];
    const forger = new Forger(attack, target, caller);
    await forger.sessions(customer, other);
    await forger.operators(operator.accessToken);
    await forger.quotes(customer, other);
    await forger.refreshes(customer);
    await forger.links(customer);
    await forger.callbacks(customer);
    caller.close();
  },
};

const seconds = (ms: number): number => Math.floor(ms / 1_000);
const SECRETS_IN_PLAIN = (env: Env): Named => [
  ['nothing', ''],
  ['a zero', '\0'],
  ['the word secret', 'secret'],
  ['the raw SESSION_SECRET', env.SESSION_SECRET],
  ['the raw SIGNING_KEYS', env.SIGNING_KEYS],
];

class Forger {
  readonly #attack: Attack;
  readonly #target: Target;
  readonly #caller: Caller;

  constructor(attack: Attack, target: Target, caller: Caller) {
    this.#attack = attack;
    this.#target = target;
    this.#caller = caller;
  }

  async sessions(customer: Victim, other: Victim): Promise<void> {
    const { env } = this.#target;
    const sort = sortOf(
      customer.accessToken,
      hmacSigner(keysFor(env.SESSION_SECRET, 'access-token')[0].bytes),
    );
    const [{ publicKey }, now] = [{ publicKey: publicKeyOf(env) }, Date.now()];
    const known: Named = [
      ...SECRETS_IN_PLAIN(env),
      ['the public key', publicKey],
      ['the kid', String(sort.header['kid'])],
    ];
    const claims: readonly (readonly [string, object])[] = [
      ['expired', { exp: seconds(now) - 1 }],
      ['expired long ago', { exp: 0 }],
      ['expires before it began', { exp: -1 }],
      ['exp as text', { exp: String(seconds(now + HOUR_MS)) }],
      ['no exp', { exp: undefined }],
      ['not yet good', { nbf: seconds(now + HOUR_MS) }],
      ['nbf as text', { nbf: 'now' }],
      ['no iat', { iat: undefined }],
      ['another issuer', { iss: 'evil' }],
      ['no issuer', { iss: undefined }],
      ['another audience', { aud: 'onca:trade' }],
      ['no audience', { aud: undefined }],
      ['audiences without ours', { aud: ['evil', 'onca:trade'] }],
      ['another customer', { sub: other.userId }],
      ['no customer', { sub: undefined }],
      ['a customer of a number', { sub: 1 }],
      ['another’s session', { sid: other.sessionId }],
      ['no session', { sid: undefined }],
      ['a session of SQL', { sid: `' OR 1=1 --` }],
      ['a session of a list', { sid: [customer.sessionId] }],
      ['an older generation', { gen: -1 }],
      ['a later generation', { gen: 99 }],
      ['a generation of text', { gen: '0' }],
      ['no generation', { gen: undefined }],
    ];
    const quoteSort = sortOf(customer.quote, edwardsSigner(env.SIGNING_KEYS));
    const forged: Named = [
      ...forgeriesOf(sort, known),
      ...claims.map(
        ([name, over]) => [name, compact(sort.header, { ...sort.claims, ...over }, sort.sign)] as const,
      ),
      ...keysOfOtherPurposes(env, sort),
      ['a quote', customer.quote],
      ['a quote with the claims of a session', compact(quoteSort.header, sort.claims, quoteSort.sign)],
      ['a refresh token', customer.refreshToken],
      ['a link of a letter', customer.resetToken],
    ];
    const sound = compact(sort.header, sort.claims, sort.sign);
    for (const [name, call] of [
      ['a reader', (token: string) => this.#read('/api/portfolio', token)],
      ['a session', (token: string) => this.#read('/api/auth/factors', token)],
      ['a change', (token: string) => this.#send('PUT', '/api/identity/pep', { pep: false }, token)],
    ] as const) {
      await this.#expect(`session, ${name}: like ours`, () => call(sound), [200]);
      for (const [what, token] of forged)
        await this.#expect(`session, ${name}: ${what}`, () => call(token), [401], 'Unauthenticated');
    }
    await this.#expect(
      'session: under the name of https',
      () =>
        this.#caller.send(
          'GET',
          '/api/portfolio',
          null,
          pageHeaders(`__Host-onca_access=${customer.accessToken}`),
        ),
      [401],
      'Unauthenticated',
    );
  }

  async operators(accessToken: string): Promise<void> {
    const path = '/api/admin/users';
    const headers = (token: string) => ({ ...pageHeaders(''), Authorization: `Bearer ${token}` });
    await this.#expect('operator: like ours', () => this.#read(path, accessToken), [200]);
    for (const [name, token] of [
      ...SECRETS_IN_PLAIN(this.#target.env),
      ['undefined', 'undefined'],
      ['null', 'null'],
      ['an access token', accessToken],
    ] as const)
      if (!token.includes('\0'))
        await this.#expect(
          `operator: the bearer of ${name}`,
          () => this.#caller.send('GET', path, null, headers(token)),
          [401],
          'Unauthenticated',
        );
  }

  async quotes(customer: Victim, other: Victim): Promise<void> {
    const { env } = this.#target;
    const trade = (quote: string) => this.#send('POST', '/api/trades', { quote }, customer.accessToken);
    const own = edwardsSigner(env.SIGNING_KEYS);
    const fresh = async () => sortOf(await quoteOf(env, customer.userId), own);
    const sort = await fresh();
    const known: Named = [...SECRETS_IN_PLAIN(env), ['the public key', publicKeyOf(env)]];
    const claims: readonly (readonly [string, object])[] = [
      ['another customer’s', { sub: other.userId }],
      ['another issuer', { iss: 'evil' }],
      ['another audience', { aud: 'onca-web' }],
      ['no audience', { aud: undefined }],
      ['a price of text', { priceCents: '1' }],
      ['a price of a fraction', { priceCents: 0.5 }],
      ['no id', { jti: undefined }],
      ['a weight of 1e308', { ouncesE4: 1e308 }],
      ['expired, in seconds', { exp: seconds(Date.now()) - 10 }],
      ['not yet good', { nbf: seconds(Date.now() + HOUR_MS) }],
    ];
    const session = sortOf(customer.accessToken, own);
    const forged: Named = [
      ...forgeriesOf(sort, known),
      ...claims.map(
        ([name, over]) => [name, compact(sort.header, { ...sort.claims, ...over }, sort.sign)] as const,
      ),
      ['a session', customer.accessToken],
      ['a session, signed as a quote', compact(sort.header, session.claims, own)],
      ['of the type of a session', compact({ ...sort.header, typ: 'JWT' }, sort.claims, own)],
      ['without a type', compact({ ...sort.header, typ: undefined }, sort.claims, own)],
      ['the order of the group added', malleable(compact(sort.header, sort.claims, own))],
    ];
    const before = this.#trades();
    for (const [what, token] of forged) await this.#expect(`quote: ${what}`, () => trade(token), [422]);
    const past = { expiresAt: Date.now() - 1 };
    await this.#expect(
      'quote: over',
      () => trade(compact(sort.header, { ...sort.claims, ...past }, own)),
      [422, 409, 410],
    );
    if (this.#trades() !== before) this.#attack.find('quote', 'a forged quote was traded');
    const good = await fresh();
    await this.#expect('quote: like ours', () => trade(compact(good.header, good.claims, own)), [201]);
    await this.#expect(
      'quote: used',
      () => trade(compact(good.header, good.claims, own)),
      [409, 422],
      'QuoteUsed',
    );
  }

  async refreshes({ refreshToken, accessToken, sessionId, userId }: Victim): Promise<void> {
    const refresh = (token: string) =>
      this.#caller.send('POST', '/api/auth/refresh', '{}', pageHeaders(`onca_refresh=${token}`));
    for (const [what, token] of [
      ['one letter', (refreshToken.startsWith('A') ? 'B' : 'A') + refreshToken.slice(1)],
      ['cut short', refreshToken.slice(0, -1)],
      ['one letter more', `${refreshToken}A`],
      ['padding', `${refreshToken}=`],
      ['the access token', accessToken],
      ['the session', sessionId],
      ['the customer', userId],
      ['zeros', 'A'.repeat(43)],
    ] as const)
      await this.#expect(`refresh: ${what}`, () => refresh(token), [401]);
  }

  /** Each purpose has a key of its own: the token of one opens nothing of another. */
  async links({ userId, resetToken, transactionId }: Victim): Promise<void> {
    const { env } = this.#target;
    const doors: Readonly<Record<string, readonly string[]>> = {
      '/api/auth/password/reset/factors': ['password-reset'],
      '/api/auth/email/confirm': ['confirm-email', 'email-change-old', 'email-change-new'],
      '/api/auth/email/remove-factor': ['remove-factor'],
      '/api/withdrawals/confirm': ['withdrawal'],
      '/api/newsletter/confirm': ['newsletter-confirm'],
    };
    const press = (path: string, token: string) =>
      this.#caller.send('POST', path, { token }, pageHeaders(''));
    for (const path of Object.keys(doors)) {
      const others = MAILED_LINK_PURPOSES.map(
        (purpose) =>
          [`a link of ${purpose}`, linkToken(env.SESSION_SECRET, { purpose, id: userId })] as const,
      );
      const sent: Named = [
        ...others,
        ['a freeze', freezeToken(env.SESSION_SECRET, `receipt:${transactionId}`)],
        ...(path.endsWith('factors') ? [] : [['the link of a reset', resetToken] as const]),
        ['one letter', (resetToken.startsWith('A') ? 'B' : 'A') + resetToken.slice(1)],
        ['padding', `${resetToken}=`],
        ['a line break', `${resetToken}\n`],
      ];
      for (const [what, token] of sent)
        await this.#expect(`link, ${path}: ${what}`, () => press(path, token), [422]);
    }
    const freeze = (token: string) =>
      this.#caller.send('POST', '/api/auth/freeze', { token }, pageHeaders(''));
    const id = `receipt:${transactionId}`;
    for (const [what, token] of [
      ['the link of a reset', `${id}.${resetToken}`],
      ['zeros', `${id}.${'A'.repeat(43)}`],
      [
        'of another letter',
        `${freezeToken(env.SESSION_SECRET, 'receipt:other').replace('receipt:other', id)}`,
      ],
      ['no mark', `${id}.`],
    ] as const)
      await this.#expect(`freeze: ${what}`, () => freeze(token), [422]);
    await this.#expect('link: like ours', () => press('/api/auth/password/reset/factors', resetToken), [200]);
  }

  async callbacks({ depositKey }: Victim): Promise<void> {
    const { env } = this.#target;
    const body = JSON.stringify({
      key: depositKey,
      reference: 'forged',
      outcome: 'completed',
      paidCents: 1_000_000,
    });
    const now = Date.now();
    const good = await signCallback(env.GATEWAY_SECRET, body, now);
    const hex = good.slice(-64);
    const send = (signature: string) =>
      this.#caller.send('POST', '/api/payments/sandbox/callback', body, {
        ...pageHeaders(''),
        'Onca-Signature': signature,
      });
    for (const [what, signature] of [
      ['nothing', ''],
      ['zeros', `t=${now},v2=${'0'.repeat(64)}`],
      ['of a day ago', await signCallback(env.GATEWAY_SECRET, body, now - DAY_MS)],
      ['of tomorrow', await signCallback(env.GATEWAY_SECRET, body, now + DAY_MS)],
      ['of another time', `t=${now + 1},v2=${hex}`],
      ['of another body', await signCallback(env.GATEWAY_SECRET, `${body} `, now)],
      ['of another secret', await signCallback(env.SESSION_SECRET, body, now)],
      ['of another version', `t=${now},v1=${hex}`],
      ['of no version', `t=${now},v0=${hex}`],
      ['cut short', good.slice(0, -1)],
      ['twice', `${good},v2=${hex}`],
      ['in capitals', `t=${now},v2=${hex.toUpperCase()}`],
    ] as const)
      if (signature !== good) await this.#expect(`callback: ${what}`, () => send(signature), [401, 403]);
  }

  #read(path: string, token: string): Promise<Reply | null> {
    return this.#caller.send('GET', path, null, pageHeaders(`onca_access=${token}`));
  }

  #send(method: string, path: string, body: object, token: string): Promise<Reply | null> {
    const key = { 'Idempotency-Key': crypto.randomUUID() };
    return this.#caller.send(method, path, body, { ...pageHeaders(`onca_access=${token}`), ...key });
  }

  #trades(): number {
    return (
      this.#target.rows<{ n: number }>(`SELECT count(*) AS n FROM operations WHERE kind = 'trade'`)[0]?.n ?? 0
    );
  }

  async #expect(
    name: string,
    call: () => Promise<Reply | null>,
    statuses: readonly number[],
    code?: string,
  ): Promise<void> {
    if (!isAsked(this.#attack, name)) return;
    this.#attack.count('tokens');
    const reply = await call();
    if (reply === null) return this.#attack.find(name, 'no answer');
    const fault = faultOf(reply, { mark: MARK, isApi: true });
    if (fault !== null) this.#attack.find(name, fault);
    const said = problemIn(reply.text, String(reply.headers['content-type'] ?? ''));
    if (!statuses.includes(reply.status) || (code !== undefined && said !== code))
      this.#attack.find(
        name,
        `answered ${reply.status} ${said ?? ''}, and not ${statuses.join(' or ')} ${code ?? ''}`,
      );
  }
}

function sortOf(token: string, sign: Sort['sign']): Sort {
  return { header: { ...decodeProtectedHeader(token) }, claims: decodeJwt(token), sign };
}

/** The key of each other purpose, under the name of the one that is asked for. */
function keysOfOtherPurposes(env: Env, { header, claims }: Sort): Named {
  return (['refresh-token', 'password-reset', 'freeze', 'anonymous-key'] as const).map((purpose) => {
    const [key] = keysFor(env.SESSION_SECRET, purpose);
    return [`the key of ${purpose}`, compact(header, claims, hmacSigner(key.bytes))] as const;
  });
}

/** As it is published: whoever takes it for a shared secret takes a token of anybody's. */
const publicKeyOf = (env: Env): string =>
  (JSON.parse(env.SIGNING_KEYS.split('},')[0] ?? '') as { x: string }).x;
