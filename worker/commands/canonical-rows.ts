// A database as text: the schema, and one file per table with its rows in the order of their key, so that equal databases are equal
// files. A line is a JSON array; what JSON cannot say exactly is an object with its type. Nothing is rounded and nothing left out but
// what SQLite makes again by itself (indexes, generated columns).

import { createHash } from 'node:crypto';
import { isUtf8 } from 'node:buffer';
import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { SQLInputValue } from 'node:sqlite';
import type { NodeD1 } from './node-d1.ts';

/** One file: where it is below the backup, and what it has to be. */
export type Part = {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
  /** Of a table; the objects of a bucket. */
  readonly rows?: number;
};

export const SCHEMA = 'schema.jsonl';
const PAGE = 1 << 20;
/** Beyond it JSON's readers round. */
const SAFE = BigInt(Number.MAX_SAFE_INTEGER);
/** What text that is no UTF-8 is read as. */
const REPLACEMENT = '\uFFFD';

type Cell =
  | string
  | number
  | null
  | { readonly integer: string }
  | { readonly real: string }
  | { readonly blob: string };
type SchemaRow = readonly [type: string, name: string, table: string, sql: string];

/** Writes a file piece by piece and knows its hash at the end. */
export class PartWriter {
  readonly #path: string;
  readonly #file: number;
  readonly #hash = createHash('sha256');
  #waiting: string[] = [];
  #length = 0;
  #bytes = 0;

  constructor(folder: string, path: string) {
    this.#path = path;
    this.#file = openSync(join(folder, path), 'wx', 0o600);
  }

  line(value: unknown): void {
    const text = `${JSON.stringify(value)}\n`;
    this.#waiting.push(text);
    this.#length += text.length;
    if (this.#length >= PAGE) this.#flush();
  }

  close(rows?: number): Part {
    this.#flush();
    closeSync(this.#file);
    const part = { path: this.#path, bytes: this.#bytes, sha256: this.#hash.digest('hex') };
    return rows === undefined ? part : { ...part, rows };
  }

  #flush(): void {
    const bytes = Buffer.from(this.#waiting.join(''));
    for (let at = 0; at < bytes.length;) at += writeSync(this.#file, bytes, at);
    this.#hash.update(bytes);
    this.#bytes += bytes.length;
    [this.#waiting, this.#length] = [[], 0];
  }
}

/** All of the database as it is at one moment, whoever writes meanwhile. `under`: the folder of its files, which is there. */
export function writeRows(
  db: NodeD1,
  folder: string,
  under: string,
  isWanted: (table: string) => boolean,
): Part[] {
  db.exec('BEGIN');
  try {
    const schema = readSchema(db).filter(([, , table]) => isWanted(table));
    const writer = new PartWriter(folder, `${under}/${SCHEMA}`);
    for (const row of schema) writer.line(row);
    const tables = schema.filter(([type]) => type === 'table').map(([, name]) => name);
    return [
      writer.close(),
      ...[...tables, ...counters(db)].map((table) => writeTable(db, folder, under, table)),
    ];
  } finally {
    db.exec('COMMIT');
  }
}

/** Tables first, then what lies on them, each by its name: in this order they can be made. */
function readSchema(db: NodeD1): SchemaRow[] {
  return lists(
    db,
    `SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT GLOB 'sqlite_*'
     ORDER BY CASE type WHEN 'table' THEN 0 WHEN 'view' THEN 1 WHEN 'index' THEN 2 ELSE 3 END, name`,
  ) as unknown as SchemaRow[];
}

/** The last number of each AUTOINCREMENT, which may be of a row that is gone. SQLite makes the table by itself. */
function counters(db: NodeD1): string[] {
  return lists(db, `SELECT name FROM sqlite_schema WHERE name = 'sqlite_sequence'`).map(String);
}

function writeTable(db: NodeD1, folder: string, under: string, table: string): Part {
  const columns = lists(
    db,
    // Generated columns are not in this list.
    `SELECT name, pk FROM pragma_table_info(${quoted(table)}) ORDER BY cid`,
  ) as unknown as [name: string, pk: number][];
  const names = columns.map(([name]) => name);
  const key = columns.filter(([, pk]) => pk > 0).toSorted(([, a], [, b]) => a - b);
  const order = (key.length > 0 ? key.map(([name]) => name) : names).map(identifier).join(', ');
  const statement = db.prepared(
    `SELECT ${names.map(identifier).join(', ')} FROM ${identifier(table)} ORDER BY ${order}`,
  );
  statement.setReturnArrays(true);
  statement.setReadBigInts(true);
  const writer = new PartWriter(folder, `${under}/${table}.jsonl`);
  writer.line(names);
  let [rows, isDoubtful] = [0, false];
  for (const row of statement.iterate() as unknown as Iterable<unknown[]>) {
    isDoubtful ||= row.some((value) => typeof value === 'string' && value.includes(REPLACEMENT));
    writer.line(row.map(cellOf));
    rows += 1;
  }
  if (isDoubtful) refuseBrokenText(db, table, names);
  return writer.close(rows);
}

function cellOf(value: unknown): Cell {
  if (value === null || typeof value === 'string') return value;
  if (typeof value === 'bigint')
    return value <= SAFE && value >= -SAFE ? Number(value) : { integer: String(value) };
  // Reals are numbers here, and 1.0 is none of the integers.
  if (typeof value === 'number') return { real: String(value) };
  if (value instanceof Uint8Array) return { blob: Buffer.from(value).toString('base64') };
  throw new TypeError(`no value of SQLite: ${typeof value}`);
}

/** Text that is no UTF-8 cannot be read as it is: better no backup than one that differs. */
function refuseBrokenText(db: NodeD1, table: string, names: readonly string[]): void {
  for (const name of names) {
    const cells = lists(
      db,
      `SELECT CAST(${identifier(name)} AS BLOB) FROM ${identifier(table)} WHERE typeof(${identifier(name)}) = 'text'`,
    ) as unknown as [Uint8Array][];
    if (!cells.every(([bytes]) => isUtf8(bytes)))
      throw new Error(`${table}.${name} holds text that is no UTF-8`);
  }
}

/** Makes the database of these files in an empty one. Triggers come after the rows: what they would write is among them. */
export function readRows(db: NodeD1, folder: string, under: string): void {
  const schema = [...linesOf(join(folder, under, SCHEMA))] as SchemaRow[];
  db.exec('PRAGMA foreign_keys = OFF; BEGIN');
  const tables = schema.filter(([type]) => type === 'table');
  for (const [, , , sql] of tables) db.exec(sql);
  for (const [, name] of tables) readTable(db, folder, under, name);
  for (const table of counters(db)) {
    db.exec(`DELETE FROM ${table}`);
    readTable(db, folder, under, table);
  }
  for (const [, , , sql] of schema.filter(([type]) => type !== 'table')) db.exec(sql);
  const strays = lists(db, 'PRAGMA foreign_key_check');
  if (strays.length > 0) throw new Error(`${strays.length} rows refer to rows that are not there`);
  db.exec('COMMIT; PRAGMA foreign_keys = ON');
}

function readTable(db: NodeD1, folder: string, under: string, table: string): void {
  const lines = linesOf(join(folder, under, `${table}.jsonl`));
  const names = lines.next().value as string[];
  const insert = db.prepared(
    `INSERT INTO ${identifier(table)} (${names.map(identifier).join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
  );
  for (const row of lines as Generator<Cell[]>) insert.run(...row.map(valueOf));
}

function valueOf(cell: Cell): SQLInputValue {
  // A JavaScript number would be stored as a real where the column has no type.
  if (typeof cell === 'number') return BigInt(cell);
  if (cell === null || typeof cell === 'string') return cell;
  if ('integer' in cell) return BigInt(cell.integer);
  return 'real' in cell ? Number(cell.real) : Buffer.from(cell.blob, 'base64');
}

/** The values of a file, line by line, however long it is. */
export function* linesOf(path: string): Generator {
  const file = openSync(path, 'r');
  const page = Buffer.alloc(PAGE);
  let rest = Buffer.alloc(0);
  try {
    for (let read = readSync(file, page); read > 0; read = readSync(file, page)) {
      rest = Buffer.concat([rest, page.subarray(0, read)]);
      let start = 0;
      for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10, start)) {
        yield JSON.parse(rest.toString('utf8', start, end));
        start = end + 1;
      }
      rest = rest.subarray(start);
    }
  } finally {
    closeSync(file);
  }
}

function lists(db: NodeD1, sql: string): unknown[][] {
  const statement = db.prepared(sql);
  statement.setReturnArrays(true);
  return statement.all() as unknown as unknown[][];
}

const identifier = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
