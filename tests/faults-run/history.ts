// What the clients asked for, and what they were told: of all that the run remembers, only this is believed of the product.

import type { Reply } from './caller.ts';

export type Operation = {
  readonly accountId: string;
  readonly key: string;
  readonly path: string;
  readonly body: string;
  /** The bytes of the first answer that said it is done; null: nobody was told so. */
  told: string | null;
  /** The last answer said no, and nothing was done. */
  isRefused: boolean;
};

export type Finding = { readonly kind: 'lost' | 'doubled' | 'wrong'; readonly what: string };

/** An answer that decides nothing: trouble, a limit, or a session that ended meanwhile. The same may be sent again. */
const UNDECIDED: ReadonlySet<number> = new Set([401, 429]);
export const decides = (reply: Reply | null): reply is Reply =>
  reply !== null &&
  reply.status < 500 &&
  !UNDECIDED.has(reply.status) &&
  !reply.text.includes('"code":"StepUpRequired"');

export class History {
  readonly operations = new Map<string, Operation>();
  /** What a customer was told is there, or is gone: by id. Null: nobody knows. */
  readonly alerts = new Map<string, boolean | null>();
  readonly signedUp = new Map<string, string>();
  readonly confirmed = new Set<string>();
  readonly cancelled = new Set<string>();
  readonly ended: string[] = [];
  /** What a deposit was found to be decided as. */
  readonly decided = new Map<string, 'completed' | 'failed'>();
  readonly findings: Finding[] = [];
  readonly statuses = new Map<string, number>();
  #seq = 0;
  requests = 0;

  find(kind: Finding['kind'], what: string): void {
    this.findings.push({ kind, what });
  }

  open(accountId: string, path: string, body: unknown, key: string): Operation {
    const operation: Operation = {
      accountId,
      key,
      path,
      body: JSON.stringify(body),
      told: null,
      isRefused: false,
    };
    this.operations.set(`${accountId} ${key}`, operation);
    return operation;
  }

  hear(operation: Operation, reply: Reply | null): void {
    const { key, path, told } = operation;
    // Refused once, there may be room for it now: whether it was done then, nobody knows.
    if (reply === null || reply.status >= 500) operation.isRefused = false;
    if (!decides(reply)) return;
    if (reply.status === 201) {
      operation.isRefused = false;
      if (told === null) operation.told = reply.text;
      else if (told !== reply.text)
        this.find(
          'wrong',
          `${path} ${key} answers other bytes: ${told.slice(0, 200)} then ${reply.text.slice(0, 200)}`,
        );
    } else if (told === null) operation.isRefused = true;
    else
      this.find(
        'lost',
        `${path} ${key} was acknowledged, then answered ${reply.status}: ${reply.text.slice(0, 200)}`,
      );
  }

  note(method: string, path: string, reply: Reply | null): void {
    this.requests += 1;
    const where = path.replace(/\?.*$/u, '').replaceAll(/[0-9a-f-]{36}|\d{4}-\d\d/gu, ':id');
    const code = reply === null ? 'no reply' : String(reply.status);
    const refusal =
      reply !== null && reply.status >= 400 ? ` ${/"code":"(\w+)"/u.exec(reply.text)?.[1] ?? ''}` : '';
    const line = `${code} ${method} ${where}${refusal}`;
    this.statuses.set(line, (this.statuses.get(line) ?? 0) + 1);
    // Whatever happens to the product is trouble, and no surprise.
    if (reply?.status === 500)
      this.find('wrong', `${method} ${where} answered 500: ${reply.text.slice(0, 200)}`);
  }

  /** Of the newest price that a reader had heard of when the next question was asked. */
  get seq(): number {
    return this.#seq;
  }

  hearSeq(seq: number, atLeast: number): void {
    if (seq < atLeast) this.find('wrong', `a reader hears price ${seq} after ${atLeast}`);
    this.#seq = Math.max(this.#seq, seq);
  }
}
