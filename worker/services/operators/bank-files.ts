// Files of the banks: the list, what one says, and setting a wrong one aside, which one operator proposes and another approves (P107).

import {
  BANK_FILES_PAGE,
  BANK_LINES_PAGE,
  type BankFileLines,
  type BankFilesPage,
  type BankFilesQuery,
  type BankLinesQuery,
} from '../../contract/operators/reconciliation.ts';
import type { Refusal } from '../../contract/problems.ts';
import {
  findFileInUse,
  proposeSetAsideStatement,
  SET_ASIDES,
  setAsideStatements,
  type SetAsideRow,
} from '../../db/bank-set-asides.ts';
import { clearGuards, failedGuard } from '../../db/guards.ts';
import { linesOfFile, listBankFiles, type ListedFileRow } from '../../db/operators/bank-files.ts';
import { judgeBalancesStatements } from '../../db/operators/reconciliation.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import type { Deps } from '../deps.ts';
import { pageOf } from '../page.ts';
import { approveRow, dropRow, proposeRow, type RowDesk, viewProposed } from './decide-row.ts';
import type { Actor } from './proposals.ts';
import { viewBankFile } from './reconciliation.ts';

export async function pageOfBankFiles(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  { cursor: after }: BankFilesQuery,
): Promise<BankFilesPage> {
  const rows = await listBankFiles(db, { after, limit: BANK_FILES_PAGE + 1 });
  const { items, nextCursor } = pageOf(
    rows,
    BANK_FILES_PAGE,
    (row) => [row.loadedAt, row.id],
    (row) => viewListed(row, actor),
  );
  return { files: items, nextCursor };
}

function viewListed({ setAside, ...file }: ListedFileRow, actor: Actor): BankFilesPage['files'][number] {
  const row =
    setAside === null ? null : (JSON.parse(setAside) as Omit<SetAsideRow, 'fileId' | 'source' | 'label'>);
  return {
    ...viewBankFile(file),
    setAside: row === null ? null : viewProposed(row, actor, SET_ASIDES.decides),
  };
}

export async function bankFileLines(
  { db }: Pick<Deps, 'db'>,
  id: string,
  { cursor: after }: BankLinesQuery,
): Promise<Result<BankFileLines, Refusal<'NotFound'>>> {
  const found = await linesOfFile(db, id, { after: after?.seq ?? 0, limit: BANK_LINES_PAGE + 1 });
  if (found === null) return err({ code: 'NotFound' });
  const { items, nextCursor } = pageOf(
    found.rows,
    BANK_LINES_PAGE,
    ({ line }) => [line],
    ({ paymentIds, ...line }) => ({ ...line, paymentIds: JSON.parse(paymentIds) as string[] }),
  );
  return ok({ source: found.source, lines: items, nextCursor });
}

type OwnRefusal = Refusal<'BankFileRepeated'>;

const termsOf = ({ fileId, label }: Pick<SetAsideRow, 'fileId' | 'label'>) => ({ file: fileId, label });

const DESK: RowDesk<SetAsideRow, BankFilesPage, OwnRefusal, Refusal<'NotFound' | 'ProposedAlready'>> = {
  table: SET_ASIDES,
  report: (deps, actor) => pageOfBankFiles(deps, actor, {}),
  subject: 'bank',
  actions: {
    proposed: 'bank.set-aside-proposed',
    approved: 'bank.file-set-aside',
    rejected: 'bank.set-aside-rejected',
    withdrawn: 'bank.set-aside-withdrawn',
  },
  refusals: { stands: { code: 'NotFound' }, another: { code: 'ProposedAlready' } },
  approved: ({ reason, ...row }) => ({ ...termsOf(row), reason }),
  dropped: termsOf,
  statements({ db, newId }, { fileId, source }, now) {
    const id = newId();
    return [
      ...setAsideStatements(db, { id, fileId, now }),
      // Last: what is expected depends on all that is left.
      ...judgeBalancesStatements(db, source, now, newId()),
      clearGuards(db, id),
    ];
  },
  failed: async ({ db }, { fileId }, error) =>
    failedGuard(error) && (await findFileInUse(db, fileId))?.isRepeated === true
      ? { code: 'BankFileRepeated' }
      : null,
};

export async function proposeSetAside(
  deps: Deps,
  actor: Actor,
  { id: fileId, reason }: { readonly id: string; readonly reason: string },
): Promise<Result<BankFilesPage, Refusal<'NotFound' | 'ProposedAlready' | 'BankFileRepeated'>>> {
  const file = await findFileInUse(deps.db, fileId);
  if (file === null) return err({ code: 'NotFound' });
  if (file.isRepeated) return err({ code: 'BankFileRepeated' });
  return proposeRow(DESK, deps, actor, {
    at: deps.now(),
    terms: { file: fileId },
    note: reason,
    statement: (made) => proposeSetAsideStatement(deps.db, { ...made, fileId, reason }),
  });
}

export const approveSetAside = (deps: Deps, actor: Actor, id: string) => approveRow(DESK, deps, actor, id);

export const dropSetAside = (deps: Deps, actor: Actor, id: string) => dropRow(DESK, deps, actor, id);
