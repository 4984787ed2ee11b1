// Bars come into the vault and leave it by two operators (P80): one proposes, another approves, and the approval is the batch that
// moves the bar and the stock. A bar that customers' metal rests on does not leave.

import type { BarProposal, BarReceipt } from '../../contract/operators/bars.ts';
import type { Refusal } from '../../contract/problems.ts';
import { findBar, findBarInVault, isBarInVaultError } from '../../db/bars.ts';
import { readD1Error } from '../../db/d1-errors.ts';
import { failedGuard } from '../../db/guards.ts';
import type { BarProposalRow } from '../../db/operators/proposals.ts';
import { readFreeE4 } from '../../db/stock.ts';
import { type BarFacts, barKey, fineE3Of, fineE4Of } from '../../domain/bars.ts';
import type { TradedMetal } from '../../domain/metals.ts';
import type { BarProposalKind } from '../../domain/operator-proposals.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import { receiveBar, releaseBar } from '../../ledger/bars.ts';
import type { Deps } from '../deps.ts';
import { type Desk, readOne } from './decide-proposal.ts';
import { type Actor, storeProposal, viewDecision } from './proposals.ts';

/** As a proposal keeps it. */
type KnownBar = BarFacts & { readonly fineE3: number };
type MoveRefusal = Refusal<'BarInVault' | 'BarNotInVault' | 'OutOfStock'>;
type ProposeRefusal = Refusal<'Forbidden' | 'ProposedAlready'> | MoveRefusal;

const PROPOSES = 'bars.propose';
const DECIDES = 'bars.decide';

export async function proposeReceipt(
  deps: Deps,
  actor: Actor,
  { reason, ...bar }: BarReceipt,
): Promise<Result<BarProposal, ProposeRefusal>> {
  if ((await findBarInVault(deps.db, bar)) !== null) return err({ code: 'BarInVault' });
  const fineE3 = fineE3Of(bar.grossE3, bar.assayE1);
  return propose(deps, actor, 'bar-receipt', { ...bar, fineE3 }, reason);
}

export async function proposeRelease(
  deps: Deps,
  actor: Actor,
  { id, reason }: { readonly id: string; readonly reason: string },
): Promise<Result<BarProposal, ProposeRefusal | Refusal<'NotFound'>>> {
  const row = await findBar(deps.db, id);
  if (row === null) return err({ code: 'NotFound' });
  if (row.outAt !== null) return err({ code: 'BarNotInVault' });
  const { metal, refiner, serial, grossE3, assayE1, fineE3 } = row;
  const short = await stockShortOf(deps, { metal, fineE3 });
  if (short !== null) return err(short);
  return propose(deps, actor, 'bar-release', { metal, refiner, serial, grossE3, assayE1, fineE3 }, reason);
}

async function propose(
  deps: Deps,
  actor: Actor,
  kind: BarProposalKind,
  bar: KnownBar,
  reason: string,
): Promise<Result<BarProposal, ProposeRefusal>> {
  const key = barKey(bar);
  const stored = await storeProposal(deps, actor, {
    kind,
    about: { bar: key },
    detail: bar,
    reason,
    proposes: PROPOSES,
    audit: { subject: { kind: 'bar', id: key }, before: undefined, after: bar },
  });
  return stored.ok ? readOne(deps, BARS, actor, stored.value) : stored;
}

/** The proposals about bars: how they look, and what deciding does. */
export const BARS: Desk<'bars', BarProposal, MoveRefusal> = {
  list: 'bars',
  powers: () => ({ proposes: PROPOSES, decides: DECIDES }),
  subject: ({ bar: id }) => ({ kind: 'bar', id }),
  async change(deps, row, { now }) {
    const bar = barOf(row);
    const inVault = await findBarInVault(deps.db, bar);
    const [before, after] = [{}, bar];
    const move = { operationId: deps.newId(), decision: row.id, now };
    if (row.kind === 'bar-receipt') {
      if (inVault !== null) return err({ code: 'BarInVault' });
      const received = receiveBar(deps.db, { ...move, barId: deps.newId() }, { ...bar, sample: false });
      return ok({ action: 'bar.received', before, after, statements: received });
    }
    if (inVault === null) return err({ code: 'BarNotInVault' });
    const short = await stockShortOf(deps, bar);
    if (short !== null) return err(short);
    const released = releaseBar(deps.db, { ...move, barId: inVault.id }, inVault);
    return ok({ action: 'bar.released', before, after, statements: released });
  },
  async failed({ db }, row, error) {
    if (isBarInVaultError(error)) return { code: 'BarInVault' };
    const { metal } = barOf(row);
    if (isOutOfStock(error)) return { code: 'OutOfStock', metal, freeOuncesE4: await readFreeE4(db, metal) };
    return failedGuard(error) ? { code: 'BarNotInVault' } : null;
  },
  view: (row, actor, now) => ({
    kind: row.kind,
    bar: barOf(row),
    ...viewDecision(row, actor, DECIDES, now),
  }),
};

/** As this service stored it. */
const barOf = ({ detail }: BarProposalRow): KnownBar => JSON.parse(detail) as KnownBar;

function isOutOfStock(error: unknown): boolean {
  const failure = readD1Error(error);
  return failure.kind === 'check' && failure.constraint === 'stock_covers_what_is_sold';
}

async function stockShortOf(
  { db }: Pick<Deps, 'db'>,
  { metal, fineE3 }: { readonly metal: TradedMetal; readonly fineE3: number },
): Promise<Refusal<'OutOfStock'> | null> {
  const freeOuncesE4 = await readFreeE4(db, metal);
  return freeOuncesE4 < fineE4Of(fineE3) ? { code: 'OutOfStock', metal, freeOuncesE4 } : null;
}
