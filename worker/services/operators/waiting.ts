import type { WaitingWork } from '../../contract/operators/waiting.ts';
import { countProposalsFor } from '../../db/reversal-proposals.ts';
import type { Deps } from '../deps.ts';

export async function waitingWork(deps: Pick<Deps, 'db'>, operatorId: string): Promise<WaitingWork> {
  return { reversals: await countProposalsFor(deps.db, operatorId) };
}
