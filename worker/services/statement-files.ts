// The files of a statement: PDF and CSV in two languages, and the signed record as JSON. Each is made again whenever it is asked for,
// and is the same bytes for ever: the signature that it was given the first time is kept, and with it the hash that it has to have.

import { signsSince } from '../auth/signing-keys.ts';
import type { Refusal } from '../contract/problems.ts';
import type { StatementFileQuery } from '../contract/statements.ts';
import { findFileSignature, keepFileSignature } from '../db/statements.ts';
import { CSV_SEPARATORS, CSV_TYPE } from '../domain/csv.ts';
import { err, ok, type Result } from '../domain/result.ts';
import type { Language } from '../domain/settings-rules.ts';
import { checksOf, recordText } from '../domain/signed-records.ts';
import {
  signedContent,
  STATEMENT_FILES_LIMIT,
  type StatementFormat,
  statementNumber,
  type WordedFormat,
} from '../domain/statements.ts';
import { statementCsv } from '../storage/statement-csv.ts';
import { statementPdf } from '../storage/statement-pdf.ts';
import { statementFileName } from '../storage/statement-words.ts';
import { claimOneOrRefuse } from './attempts.ts';
import type { Deps } from './deps.ts';
import { sealable } from './sealed-file.ts';
import {
  isOpenMonth,
  isTooLong,
  listMonths,
  type Statement,
  type StatementDeps,
  statementFor,
} from './statements.ts';
import { logLine } from '../telemetry/log.ts';

const TYPES: Readonly<Record<StatementFormat, string>> = {
  pdf: 'application/pdf',
  csv: CSV_TYPE,
  json: 'application/json; charset=utf-8',
};

export type StatementFile = { readonly name: string; readonly type: string; readonly bytes: Uint8Array };
export type StatementFileRefusal = Refusal<
  'NotFound' | 'StatementNotReady' | 'StatementTooLong' | 'TooManyRequests'
>;

/** `readerId`: whoever reads, whose files are counted. */
export async function statementFile(
  deps: Pick<Deps, 'db' | 'env' | 'now' | 'newId'>,
  wanted: { readonly accountId: string; readonly month: string; readonly readerId: string },
  { format, language }: StatementFileQuery,
): Promise<Result<StatementFile, StatementFileRefusal>> {
  const { accountId, month, readerId } = wanted;
  const claimed = await claimOneOrRefuse(deps, `statement-files:${readerId}`, STATEMENT_FILES_LIMIT);
  if (!claimed.ok) return claimed;
  const statement = await statementFor(deps, accountId, month);
  if (statement === null) {
    return err({ code: (await isOpenMonth(deps, accountId, month)) ? 'StatementNotReady' : 'NotFound' });
  }
  if (format !== 'csv' && isTooLong(statement.row)) return err({ code: 'StatementTooLong' });
  return ok({
    name: `${statementFileName(language, month)}.${format}`,
    type: TYPES[format],
    bytes: await fileBytes(deps, statement, format, language),
  });
}

export async function fileBytes(
  deps: StatementDeps,
  statement: Statement,
  format: StatementFormat,
  language: Language,
): Promise<Uint8Array> {
  if (format === 'json') return new TextEncoder().encode(recordOf(statement));
  return sealedBytes(deps, statement, format, language);
}

/** Those of all closed months, for the complete copy: as data and as a PDF, and of a month that is too long for both as a CSV. */
export async function allStatementFiles(
  deps: StatementDeps,
  accountId: string,
  language: Language,
): Promise<{ readonly name: string; readonly bytes: Uint8Array }[]> {
  const list = await listMonths(deps, accountId);
  const files: { readonly name: string; readonly bytes: Uint8Array }[] = [];
  for (const { month } of list.ok ? list.value.months : []) {
    const statement = await statementFor(deps, accountId, month);
    if (statement === null) continue;
    const formats = isTooLong(statement.row) ? (['csv'] as const) : (['json', 'pdf'] as const);
    for (const format of formats) {
      files.push({ name: `${month}.${format}`, bytes: await fileBytes(deps, statement, format, language) });
    }
  }
  return files;
}

/** The statement as a signed record. */
function recordOf({ row, content }: Statement): string {
  const signed = signedContent(content);
  const { kid, signature } = row;
  return recordText({ domain: 'statement', kid, content: signed, checks: checksOf(signed), signature });
}

async function sealedBytes(
  { db, env }: StatementDeps,
  statement: Statement,
  format: WordedFormat,
  language: Language,
): Promise<Uint8Array> {
  const { row, content } = statement;
  const { accountId, month } = row;
  const number = statementNumber(month, row.sha256);
  const bytes =
    format === 'csv'
      ? new TextEncoder().encode(statementCsv(content, language))
      : statementPdf({ ...row, content, number }, recordOf(statement), language);
  const separator = CSV_SEPARATORS[language];
  const about = { account: accountId, document: number, contentSha256: row.sha256 };
  const file = await sealable({ format, bytes, separator, ...about });
  const of = { accountId, month, format, language };
  let kept = await findFileSignature(db, of);
  if (kept === null) {
    const seal = await file.sign(env, Math.max(row.issuedAt, signsSince(env)));
    await keepFileSignature(db, of, { sha256: file.sha256, ...seal });
    // Read again: of two who sign at the same time, the first one's is kept.
    kept = await findFileSignature(db, of);
  }
  if (kept?.sha256 !== file.sha256) {
    logLine('error', 'statement-file-changed', { ...of, signed: kept?.sha256 });
    throw new Error(`the ${format} of the statement ${month} of ${accountId} is not what was signed`);
  }
  return file.sealedBy(kept);
}
