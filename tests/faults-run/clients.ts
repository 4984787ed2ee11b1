// The customers of a run: what each of them does is a table of steps with weights, drawn by a seed of its own. Whatever was asked is noted
// before it is sent, and the answer afterwards.

import type { BrlDeposit } from '../../worker/contract/pix.ts';
import type { Quote } from '../../worker/contract/trades.ts';
import type { Withdrawal } from '../../worker/contract/withdrawals.ts';
import { valorOf } from '../../worker/services/pix-callback.ts';
import { readBrCode } from '../support/br-code.ts';
import { CUSTOMER_PASSWORD } from '../support/customers.ts';
import { freshCpf } from '../support/fresh.ts';
import { Caller, type Reply } from './caller.ts';
import { decides, type History, type Operation } from './history.ts';
import type { Outside } from './outside.ts';
import type { Random } from './random.ts';
import { CALLBACK_TOKEN } from './runtime.ts';

/** A customer of the world: long with the house, with money and an account to withdraw to. */
export type Known = {
  readonly userId: string;
  readonly email: string;
  readonly cookie: string;
  readonly cpf: string;
  readonly payoutAccountId: string;
};

export type Around = {
  readonly port: number;
  /** The product's clock. */
  readonly now: () => number;
  readonly outside: Outside;
  readonly history: History;
};

/** What a customer does next, and how often beside the others. */
export type Step = { readonly weight: number; readonly run: (client: Client) => Promise<void> };

const NAME = 'Ana Prado';
const TERMS = { fullName: NAME, phone: '+55 11 98765-4321', acceptTerms: true, language: 'en' };
/** So many it repeats from. */
const OPERATIONS_KEPT = 50;
/** A new customer has limits by the day: after so many of them somebody else comes. */
const OPERATIONS_OF_ONE = 40;
/** Of all customers: no two payments have the same name. */
let payments = 0;

/** How a reply begins whose sender could not show who it is. */
export const NOT_PROVEN = 'The proof was answered';

export class Client {
  readonly #around: Around;
  readonly #random: Random;
  readonly #caller: Caller;
  readonly #number: number;
  readonly #steps: readonly Step[];
  #userId: string | null = null;
  #email = '';
  #cpf: string | null = null;
  #payoutAccountId: string | null = null;
  #isConfirmed = false;
  readonly #operations: Operation[] = [];
  readonly #alerts: string[] = [];
  readonly #withdrawals: string[] = [];
  #keys = 0;
  #hearsNothing = false;

  constructor(around: Around, random: Random, number: number, known?: Known, steps: readonly Step[] = STEPS) {
    this.#around = around;
    this.#random = random;
    this.#number = number;
    this.#steps = steps;
    this.#caller = new Caller(around.port);
    if (known === undefined) return;
    this.#userId = known.userId;
    this.#email = known.email;
    this.#cpf = known.cpf;
    this.#payoutAccountId = known.payoutAccountId;
    this.#isConfirmed = true;
    this.#caller.cookie = known.cookie;
  }

  async step(): Promise<void> {
    if (this.#userId === null) return this.#signUp();
    if (!this.#isConfirmed) return this.#proveEmail();
    if (this.#cpf === null) return this.#giveIdentity();
    return this.#random.weighted(this.#steps).run(this);
  }

  close(): void {
    this.#caller.close();
  }

  /** Once more, with the same key. */
  async again(operation: Operation): Promise<Reply | null> {
    const { path, key, body } = operation;
    const send = () => this.send('POST', path, body, { 'Idempotency-Key': key });
    let reply = await send();
    // A session that was opened meanwhile asks who it is, also of a request that it only repeats.
    if (reply?.status === 403 && reply.text.includes('StepUpRequired')) {
      const proven = await this.#prove();
      // What was said of the proof says nothing of the operation.
      if (proven?.status !== 200)
        return { ...reply, text: `${NOT_PROVEN} ${proven?.status}: ${proven?.text ?? ''}` };
      reply = await send();
    }
    this.#around.history.hear(operation, reply);
    return reply;
  }

  /** Nothing came back of the last request. */
  get hearsNothing(): boolean {
    return this.#hearsNothing;
  }

  get isDone(): boolean {
    return this.#payoutAccountId === null && this.#keys >= OPERATIONS_OF_ONE;
  }

  get userId(): string | null {
    return this.#userId;
  }

  async send(
    method: string,
    path: string,
    body: unknown = null,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Reply | null> {
    const reply = await this.#caller.send(method, path, body, headers);
    this.#around.history.note(method, path, reply);
    this.#hearsNothing = reply === null;
    if (reply?.status !== 401 || this.#userId === null || path.startsWith('/api/auth/')) return reply;
    if (!(await this.#enterAgain())) return reply;
    const second = await this.#caller.send(method, path, body, headers);
    this.#around.history.note(method, path, second);
    return second;
  }

  async #signUp(): Promise<void> {
    const { history } = this.#around;
    if (this.#email === '') this.#email = `run-${this.#number}-${crypto.randomUUID()}@example.com`;
    const details = {
      ...TERMS,
      email: this.#email,
      password: CUSTOMER_PASSWORD,
      confirmPassword: CUSTOMER_PASSWORD,
    };
    const reply = await this.send('POST', '/api/auth/sign-up', details);
    if (reply?.status === 201) {
      this.#userId = userOf(reply);
      history.signedUp.set(this.#email, this.#userId);
    } else if (reply?.status === 409) {
      // The answer to an earlier one was lost.
      const entered = await this.send('POST', '/api/auth/sign-in', {
        email: this.#email,
        password: CUSTOMER_PASSWORD,
      });
      if (entered?.status !== 200) return;
      this.#userId = userOf(entered);
      history.signedUp.set(this.#email, this.#userId);
    }
  }

  async #enterAgain(): Promise<boolean> {
    if (await this.#caller.renew()) return true;
    const reply = await this.#caller.send('POST', '/api/auth/sign-in', {
      email: this.#email,
      password: CUSTOMER_PASSWORD,
    });
    this.#around.history.note('POST', '/api/auth/sign-in', reply);
    return reply?.status === 200;
  }

  #prove(): Promise<Reply | null> {
    return this.send('POST', '/api/auth/step-up', { method: 'password', password: CUSTOMER_PASSWORD });
  }

  /** The newest letter of a kind; its token. */
  async #tokenOf(kind: string): Promise<string | null> {
    const list = await this.send('GET', `/dev/mailbox.json?to=${encodeURIComponent(this.#email)}`);
    if (list?.status !== 200) return null;
    const { messages } = JSON.parse(list.text) as { messages: { id: string; kind: string }[] };
    const letter = messages.find((one) => one.kind === kind);
    if (letter === undefined) return null;
    const read = await this.send('GET', `/dev/mailbox/${encodeURIComponent(letter.id)}/json`);
    const { text } = JSON.parse(read?.status === 200 ? read.text : '{"text":""}') as { text: string };
    const token = /#token=([^\s)>]+)/u.exec(text)?.[1];
    return token === undefined ? null : decodeURIComponent(token);
  }

  async #proveEmail(): Promise<void> {
    const token = await this.#tokenOf('confirm-email');
    if (token === null) {
      await pause(200);
      return;
    }
    const reply = await this.send('POST', '/api/auth/email/confirm', { token });
    if (reply?.status !== 200) return;
    this.#isConfirmed = true;
    if (this.#userId !== null) this.#around.history.confirmed.add(this.#userId);
  }

  async #giveIdentity(): Promise<void> {
    const cpf = freshCpf('09');
    const identity = { kind: 'cpf', number: cpf, fullName: NAME, birthDate: '1990-05-17', pep: false };
    const reply = await this.send('POST', '/api/identity', identity);
    // The answer to an earlier one was lost: which CPF it is, is in neither.
    if (reply !== null && decides(reply)) this.#cpf = reply.status === 200 ? cpf : '';
  }

  async #money(path: string, body: unknown): Promise<Operation & { readonly reply: Reply | null }> {
    const { history } = this.#around;
    const operation = history.open(
      this.#userId ?? '',
      path,
      body,
      `run-${this.#number}-${(this.#keys += 1)}`,
    );
    this.#operations.push(operation);
    if (this.#operations.length > OPERATIONS_KEPT) this.#operations.shift();
    const reply = await this.again(operation);
    return Object.assign(operation, { reply });
  }

  async deposit(): Promise<void> {
    const method = this.#random.of(['debit_card', 'bank_transfer'] as const);
    // .13 stays under way in the sandbox, .66 fails.
    const amountCents = this.#random.between(100, 900) * 100 + this.#random.of([0, 0, 0, 13, 66]);
    await this.#money('/api/deposits', { amountCents, method });
  }

  async pix(): Promise<void> {
    const { reply } = await this.#money('/api/deposits/pix', {
      amountCents: this.#random.between(100, 500) * 100,
    });
    if (reply?.status !== 201 || this.#cpf === '' || this.#cpf === null || this.#random.next() < 0.2) return;
    const { deposit } = JSON.parse(reply.text) as { deposit: BrlDeposit };
    const txid = /\/([A-Za-z0-9]{26,35})$/u.exec(readBrCode(deposit.payload ?? '')?.location ?? '')?.[1];
    if (txid === undefined) throw new Error(`no charge in ${deposit.payload}`);
    const endToEndId = `E12345678202611241200${String((payments += 1)).padStart(11, '0')}`;
    const horario = new Date(this.#around.now()).toISOString();
    const paid = { txid, endToEndId, valor: valorOf(deposit.brlCents), horario };
    const pagador = { cpf: this.#cpf, nome: NAME };
    await this.#around.outside.tell({ do: 'pay', ...paid, pagador });
    // The bank tells of it twice, as banks do.
    const told = { pix: [{ ...paid, chave: 'in@house.example.com', gnExtras: { pagador } }] };
    for (let times = 0; times < 2; times += 1)
      await this.send('POST', `/api/payments/pix-api/pix?hmac=${CALLBACK_TOKEN}`, told);
  }

  async trade(): Promise<void> {
    const side = this.#random.of(['buy', 'buy', 'sell'] as const);
    const metal = this.#random.of(['gold', 'silver'] as const);
    const ouncesE4 = this.#random.between(10, 400) * (metal === 'silver' ? 50 : 1);
    const quoted = await this.send('POST', '/api/quotes', { side, metal, ouncesE4 });
    if (quoted?.status !== 201) return;
    const { quote } = JSON.parse(quoted.text) as Quote;
    const operation = await this.#money('/api/trades', { quote });
    if (this.#random.next() < 0.2) await Promise.all([this.again(operation), this.again(operation)]);
  }

  async withdraw(): Promise<void> {
    if (this.#payoutAccountId === null) return this.read();
    const proof = await this.send('POST', '/api/auth/step-up', {
      method: 'password',
      password: CUSTOMER_PASSWORD,
    });
    if (proof?.status !== 200) return;
    const { reply } = await this.#money('/api/withdrawals', {
      amountCents: this.#random.between(20, 200) * 100,
      payoutAccountId: this.#payoutAccountId,
    });
    if (reply?.status !== 201) return;
    const { withdrawal } = JSON.parse(reply.text) as { withdrawal: Withdrawal };
    this.#withdrawals.push(withdrawal.id);
    if (this.#random.next() < 0.3) return this.cancel();
    const token = await this.#tokenOf('withdrawal-confirm');
    if (token !== null) await this.send('POST', '/api/withdrawals/confirm', { token });
  }

  async cancel(): Promise<void> {
    const id = this.#withdrawals.pop();
    if (id === undefined) return this.read();
    const reply = await this.send('POST', `/api/withdrawals/${id}/cancel`, {});
    if (reply?.status === 200) this.#around.history.cancelled.add(id);
  }

  async alert(): Promise<void> {
    const { alerts } = this.#around.history;
    if (this.#alerts.length > 20) {
      const id = this.#alerts.shift() ?? '';
      alerts.set(id, null);
      const removed = await this.send('DELETE', `/api/alerts/${id}`);
      if (removed?.status === 204) alerts.set(id, false);
      return;
    }
    const metal = this.#random.of(['gold', 'silver'] as const);
    const around = metal === 'gold' ? 438_900 : 5_800;
    const added = await this.send('POST', '/api/alerts', {
      metal,
      direction: this.#random.of(['above', 'below'] as const),
      targetPriceCents: Math.round(around * (0.98 + this.#random.next() * 0.04)),
    });
    if (added?.status !== 201) return;
    const { id } = JSON.parse(added.text) as { id: string };
    alerts.set(id, true);
    this.#alerts.push(id);
  }

  async statement(): Promise<void> {
    const listed = await this.send('GET', '/api/statements');
    const month = /"month":"(\d{4}-\d\d)"/u.exec(listed?.text ?? '')?.[1];
    if (month === undefined) return;
    const format = this.#random.of(['pdf', 'csv'] as const);
    await this.send('GET', `/api/statements/${month}/file?format=${format}`);
  }

  async read(): Promise<void> {
    const { history } = this.#around;
    const paths = ['/api/portfolio', '/api/transactions', '/api/withdrawals', '/api/alerts', '/api/prices'];
    const path = this.#random.of(paths);
    const atLeast = history.seq;
    const reply = await this.send('GET', path);
    if (reply?.status !== 200) return;
    if (path === '/api/prices') history.hearSeq(Number(JSON.parse(reply.text).seq), atLeast);
    if (path !== '/api/portfolio') return;
    const { cashCents, pendingCashCents } = JSON.parse(reply.text) as Record<string, number>;
    if (!(Number(cashCents) >= 0 && Number(pendingCashCents) >= 0))
      history.find('wrong', `a portfolio below zero: ${reply.text.slice(0, 200)}`);
  }

  /** Of anything that was asked for before, with the same key; or the key for something else. */
  async repeat(): Promise<void> {
    if (this.#operations.length === 0) return this.read();
    const operation = this.#random.of(this.#operations);
    if (operation.told !== null && this.#random.next() < 0.2) {
      const { path, key, body } = operation;
      const other = await this.send('POST', path, `${body} `, { 'Idempotency-Key': key });
      const { history } = this.#around;
      if (other !== null && other.status < 300)
        history.find('doubled', `${path} ${key} was taken for another request`);
      return;
    }
    await this.again(operation);
  }

  async leave(): Promise<void> {
    const { cookie } = this.#caller;
    const reply = await this.send('POST', '/api/auth/sign-out');
    if (reply?.status === 204) this.#around.history.ended.push(cookie);
    await this.#enterAgain();
  }
}

const STEPS: readonly Step[] = [
  { weight: 10, run: (client) => client.deposit() },
  { weight: 4, run: (client) => client.pix() },
  { weight: 30, run: (client) => client.trade() },
  { weight: 8, run: (client) => client.withdraw() },
  { weight: 2, run: (client) => client.cancel() },
  { weight: 6, run: (client) => client.alert() },
  { weight: 1, run: (client) => client.statement() },
  { weight: 12, run: (client) => client.repeat() },
  { weight: 20, run: (client) => client.read() },
  { weight: 1, run: (client) => client.leave() },
];

function userOf({ text }: Reply): string {
  return (JSON.parse(text) as { session: { user: { id: string } } }).session.user.id;
}

const pause = (ms: number) => new Promise<void>((settle) => setTimeout(settle, ms));
