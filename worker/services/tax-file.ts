// The tax workbook of a year as a signed file: JSON is the signed record itself, PDF and CSV are sealed (domain/sealed-files.ts). It is
// made when it is asked for, and says how things stood then; from the first one on the method of its year stays.

import { signBytes, signingKey } from '../auth/signing-keys.ts';
import type { Refusal } from '../contract/problems.ts';
import type { TaxContent, TaxFileQuery } from '../contract/tax.ts';
import { sha256Hex } from '../db/sha256.ts';
import { findHolder, fixMethod, NO_CHOICE } from '../db/tax.ts';
import { CSV_SEPARATORS, CSV_TYPE } from '../domain/csv.ts';
import { TAX_FILES_LIMIT, TAX_PDF_ROWS_MAX } from '../domain/limits.ts';
import { err, ok, type Result } from '../domain/result.ts';
import { checksOf, contentBytes, RECORD_MAX_BYTES, recordText } from '../domain/signed-records.ts';
import { SITE_OWNER } from '../domain/site-owner.ts';
import { TAX_SOURCES } from '../domain/tax/regimes.ts';
import type { YearFacts } from '../domain/tax/workbook.ts';
import { iso } from '../domain/time.ts';
import { fill } from '../storage/statement-words.ts';
import { taxCsv } from '../storage/tax-csv.ts';
import { taxPdf } from '../storage/tax-pdf.ts';
import { TAX_WORDS, type TaxPaper } from '../storage/tax-words.ts';
import { claimOneOrRefuse } from './attempts.ts';
import type { Deps } from './deps.ts';
import { sealable } from './sealed-file.ts';
import { findYear, isOver, readTax, type TaxDeps, type TaxRecords } from './tax.ts';

export type TaxFile = { readonly name: string; readonly type: string; readonly bytes: Uint8Array };

type Asked = TaxFileQuery & { readonly year: string };
type TaxFileRefusal = Refusal<'TaxYearUnknown' | 'TaxYearTooLong' | 'TooManyRequests'>;

export async function taxFile(
  deps: TaxDeps & Pick<Deps, 'origin'>,
  accountId: string,
  asked: Asked,
): Promise<Result<TaxFile, TaxFileRefusal>> {
  const claimed = await claimOneOrRefuse(deps, `tax-files:${accountId}`, TAX_FILES_LIMIT);
  if (!claimed.ok) return claimed;
  const before = await readTax(deps, accountId);
  const found = findYear(before, asked.year);
  if (!found.ok) return found;
  const { year, facts } = found.value;
  const { format, language } = asked;
  if (format === 'pdf' && rowsOf(facts) > TAX_PDF_ROWS_MAX) return err({ code: 'TaxYearTooLong' });
  await fixMethod(deps.db, accountId, year, before.now);
  // Read again: the method of the file is the one that stays.
  const records = await readTax(deps, accountId);
  const content = contentOf(accountId, year, records);
  const record = await signedWorkbook(deps.env, content);
  const fits = record.length <= RECORD_MAX_BYTES;
  if (format === 'json' && !fits) return err({ code: 'TaxYearTooLong' });
  const name = `${fill(TAX_WORDS[language].name, { year })}.${format}`;
  if (format === 'json') {
    return ok({ name, type: 'application/json', bytes: new TextEncoder().encode(record) });
  }
  const paper = await paperOf(deps, content);
  const written =
    format === 'pdf'
      ? taxPdf(paper, fits ? record : null, language)
      : new TextEncoder().encode(taxCsv(paper, language));
  const file = await sealable({
    format,
    bytes: written,
    separator: CSV_SEPARATORS[language],
    account: accountId,
    document: paper.number,
    contentSha256: paper.sha256,
  });
  const bytes = file.sealedBy(await file.sign(deps.env, records.now));
  return ok({ name, type: format === 'pdf' ? 'application/pdf' : CSV_TYPE, bytes });
}

/** What a PDF has lines of. */
function rowsOf({ acquisitions, disposals }: YearFacts): number {
  return acquisitions.length + disposals.reduce((sum, { fifo }) => sum + 1 + fifo.lots.length, 0);
}

function contentOf(account: string, year: number, records: TaxRecords): TaxContent {
  const found = findYear(records, String(year));
  if (!found.ok) throw new Error('a year that was there is gone');
  return {
    account,
    issuedAt: iso(records.now),
    seqTo: records.seqTo,
    year,
    isOver: isOver(year, records.now),
    method: (records.choices.get(year) ?? NO_CHOICE).method,
    rates: records.rates,
    rule: TAX_SOURCES.conversion.name,
    ...found.value.facts,
  };
}

async function signedWorkbook(env: TaxDeps['env'], content: TaxContent): Promise<string> {
  const plain = { ...content };
  const signed = await signBytes(env, 'statement', contentBytes(plain));
  return recordText({ domain: 'statement', content: plain, checks: checksOf(plain), ...signed });
}

async function paperOf(
  { db, env, origin }: TaxDeps & Pick<Deps, 'origin'>,
  content: TaxContent,
): Promise<TaxPaper> {
  const [sha256, { kid }, holder] = await Promise.all([
    sha256Hex(contentBytes({ ...content })),
    signingKey(env),
    findHolder(db, content.account),
  ]);
  return {
    content,
    number: `ONCA-TAX-${content.year}-${sha256.slice(0, 8)}`,
    sha256,
    kid,
    ...holder,
    ownerRegime: SITE_OWNER.taxRegime,
    origin: env.SITE_ORIGIN === '' ? (origin ?? '') : env.SITE_ORIGIN,
  };
}
