// What holds between the card gateway's books and the product's: what the gateway says was paid is credited once or waits for operators,
// nothing else is, and the first decision stands.

import type { PaymentStatus } from '../../worker/domain/deposits.ts';
import { HOUSE } from '../../worker/ledger/statements.ts';
import type { CardSaid, CardsSeen } from './card-gateway.ts';
import type { History } from './history.ts';

type Rows = <T>(sql: string) => Promise<readonly T[]>;

type Deposit = {
  readonly id: string;
  readonly status: PaymentStatus;
  readonly cents: number;
  /** The payment that was credited. */
  readonly paid: string | null;
  readonly why: string | null;
  readonly settlements: number;
  readonly moved: number;
  /** The world's own were credited before this gateway was there. */
  readonly isOfRun: number;
};

type Stray = { readonly id: string; readonly reference: string; readonly cents: number };

const DEPOSITS = `SELECT d.id, d.status, d.amount_cents + d.fee_cents AS cents, d.paid_reference AS paid, t.notes AS why,
    (SELECT count(*) FROM operations s WHERE s.idempotency_key = 'settle:' || d.id) AS settlements,
    (SELECT coalesce(-sum(e.amount), 0) FROM entries e JOIN operations s ON s.id = e.operation_id
      WHERE s.idempotency_key = 'settle:' || d.id AND e.account_id = '${HOUSE.cash}') AS moved,
    o.idempotency_key LIKE 'run-%' AS isOfRun
  FROM deposits d JOIN transactions t ON t.id = d.id JOIN operations o ON o.id = t.operation_id
  WHERE d.gateway = 'sandbox'`;

/** `told`: how many lines of the product's log told of a contradiction. */
export async function inspectCards(
  rows: Rows,
  history: History,
  { said, surprises }: CardsSeen,
  told: number,
): Promise<void> {
  for (const what of surprises) history.find('wrong', what);
  const deposits = new Map((await rows<Deposit>(DEPOSITS)).map((deposit) => [deposit.id, deposit]));
  const strays = await rows<Stray>('SELECT deposit_id AS id, reference, cents FROM stray_payments');
  const waits = new Set(strays.map(payment));
  const paid = said.filter(({ outcome }) => outcome === 'completed');
  const isPaid = new Set(paid.map(payment));
  const declined = new Set(said.filter(({ outcome }) => outcome === 'failed').map(({ key }) => key));
  for (const one of paid) {
    const deposit = deposits.get(one.key);
    const isCredited = deposit !== undefined && isCreditedBy(deposit, one);
    const isWaiting = waits.has(payment(one));
    const what = `the payment ${payment(one)} of deposit ${JSON.stringify(deposit)}`;
    if (!isCredited && !isWaiting) history.find('lost', `${what} is not credited and waits for nobody`);
    if (isCredited && isWaiting) history.find('doubled', `${what} is credited and waits for operators`);
  }
  for (const stray of strays)
    if (deposits.has(stray.id) && !isPaid.has(payment(stray)))
      history.find('wrong', `${payment(stray)} waits for operators and was never paid`);
  for (const deposit of deposits.values())
    if (deposit.isOfRun === 1) inspectDeposit(deposit, { isPaid, declined, history });
  const contradicted = said.filter((one) => isContradicted(one, deposits.get(one.key)));
  if (contradicted.length > told)
    history.find('lost', `of ${contradicted.length} contradictions ${told} are in the log`);
}

/** What has no name yet was credited before this gateway was there. */
function isCreditedBy(
  { status, paid, cents, isOfRun }: Deposit,
  { reference, paidCents }: CardSaid,
): boolean {
  const isNamed = paid === reference || (paid === null && isOfRun === 0);
  return status === 'completed' && isNamed && cents === paidCents;
}

function inspectDeposit(
  deposit: Deposit,
  of: {
    readonly isPaid: ReadonlySet<string>;
    readonly declined: ReadonlySet<string>;
    readonly history: History;
  },
): void {
  const { id, status, cents, paid, why, settlements, moved } = deposit;
  const { history } = of;
  const what = JSON.stringify(deposit);
  const isCompleted = status === 'completed';
  if (settlements > 1) history.find('doubled', `settled more than once: ${what}`);
  if (settlements !== (isCompleted ? 1 : 0) || moved !== (isCompleted ? cents : 0))
    history.find('wrong', `what moved is not what the deposit says: ${what}`);
  if (isCompleted && !of.isPaid.has(payment({ key: id, reference: paid ?? '', paidCents: cents })))
    history.find('wrong', `credited and never paid: ${what}`);
  if (why === 'declined' && !of.declined.has(id))
    history.find('wrong', `failed, and the gateway never said so: ${what}`);
  const before = history.decided.get(id);
  if (before !== undefined && before !== status)
    history.find('wrong', `decided as ${before}, and now another way: ${what}`);
  if (status !== 'pending') history.decided.set(id, status);
}

function isContradicted({ isLate, outcome }: CardSaid, deposit: Deposit | undefined): boolean {
  return isLate && deposit !== undefined && deposit.status !== outcome;
}

const payment = (
  one: Stray | { readonly key: string; readonly reference: string; readonly paidCents: number },
): string =>
  'key' in one ? `${one.key} ${one.reference} ${one.paidCents}` : `${one.id} ${one.reference} ${one.cents}`;
