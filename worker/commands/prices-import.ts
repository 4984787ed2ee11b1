// `npm run prices:import -- file.csv --metal gold --date-column Date --price-column Price --source ... --licence ...`
// Loads real price history into the local database, all of the file or nothing, so that a new deployment need not
// start with empty charts. With --sql-file it writes the same as SQL, for `wrangler d1 execute onca --remote --file`.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { candleStatements, writeCandles, type Provenance, type Statement } from '../db/candles.ts';
import { SERIES, type Series } from '../domain/price-rules.ts';
import { migrate, ROOT, withLocalDatabase, writeDevelopmentSecrets } from './local-setup.ts';
import { inlined } from './sql-literals.ts';
import { candlesFromCsv, type ImportedCandles, type ImportOptions } from './prices-import-csv.ts';

const USAGE = `Usage: npm run prices:import -- FILE.csv --metal ${SERIES.join('|')}
  --date-column NAME --price-column NAME   columns of the file; dates are YYYY-MM-DD, or YYYY-MM for monthly averages
  --source TEXT --licence TEXT             stored with every price and shown under the chart
  [--delimiter ,] [--sql-file OUT.sql]     OUT.sql instead of the local database`;

/** A statement of D1 may be 100 kB long: so many candles in a file of SQL stay below. */
const CANDLES_PER_SQL_STATEMENT = 800;

type Command = ImportOptions & {
  readonly file: string;
  readonly source: string;
  readonly licence: string;
  readonly sqlFile: string | null;
};

const command = readCommand(process.argv.slice(2));
if (command === null) {
  console.error(USAGE);
  process.exit(2);
}
const parsed = candlesFromCsv(readFileSync(command.file, 'utf8'), command, Date.now());
if (!parsed.ok) {
  for (const { line, problem } of parsed.error) console.error(`${command.file}:${line}: ${problem}`);
  console.error('Nothing was imported.');
  process.exit(1);
}
await store(command, parsed.value);

function readCommand(args: string[]): Command | null {
  const text = { type: 'string' } as const;
  const options = {
    metal: text,
    'date-column': text,
    'price-column': text,
    source: text,
    licence: text,
    delimiter: text,
    'sql-file': text,
  };
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const [file, ...more] = positionals;
    const series = SERIES.find((one) => one === values.metal) as Series | undefined;
    const { 'date-column': dateColumn, 'price-column': priceColumn, source, licence } = values;
    if (!file || more.length > 0 || !series || !dateColumn || !priceColumn || !source || !licence)
      return null;
    return {
      file,
      series,
      dateColumn,
      priceColumn,
      source,
      licence,
      delimiter: values.delimiter ?? ',',
      sqlFile: values['sql-file'] ?? null,
    };
  } catch {
    return null;
  }
}

async function store(to: Command, history: ImportedCandles): Promise<void> {
  const from: Provenance = { kind: 'spot', basis: history.basis, name: to.source, licence: to.licence };
  const now = Date.now();
  if (to.sqlFile !== null) {
    const statements = candleStatements(history.candles, from, 'import', now, CANDLES_PER_SQL_STATEMENT);
    writeFileSync(to.sqlFile, statements.map(lineOfSql).join('\n'));
  } else {
    const state = process.env['ONCA_STATE'] ?? join(ROOT, '.wrangler', 'state');
    writeDevelopmentSecrets();
    await migrate(state);
    await withLocalDatabase(state, (db) => db.batch(writeCandles(db, history.candles, from, 'import', now)));
  }
  const [first, last] = [history.firstAt, history.lastAt].map((at) =>
    new Date(at).toISOString().slice(0, 10),
  );
  const what = history.basis === 'average' ? 'monthly averages' : 'daily closes';
  const where = to.sqlFile ?? 'the local database';
  console.log(`Imported ${history.rows} ${what} of ${to.series}, ${first} to ${last}, into ${where}.`);
  console.log(
    'They are real prices: charts show them where PRICE_PROVIDERS names real sources, never beside simulated ones.',
  );
}

function lineOfSql({ sql, parameters }: Statement): string {
  return `${inlined(sql.replaceAll(/\s*\n\s*/gu, ' ').trim(), parameters)};`;
}
