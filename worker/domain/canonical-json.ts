// JSON that has one spelling (RFC 8785, restricted to whole numbers): members by the order of their names, no spaces, UTF-8.
// What is signed is hashed in this form, by the Worker and by the browser that checks it, so both must write the same bytes.

/** Deeper than anything that is signed; a hostile text ends here and not at the end of the stack. */
export const DEPTH_MAX = 32;

export class NotCanonicalError extends Error {
  override readonly name = 'NotCanonicalError';
}

/** Refuses what has more than one spelling or none: fractions, numbers beyond 2^53, undefined, half of a surrogate pair. */
export function canonicalJson(value: unknown): string {
  return written(value, 0);
}

function written(value: unknown, depth: number): string {
  if (depth > DEPTH_MAX) throw new NotCanonicalError('nested too deeply');
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return wholeNumber(value);
  if (typeof value === 'string') return text(value);
  if (Array.isArray(value)) {
    return `[${value.map((item: unknown) => written(item, depth + 1)).join(',')}]`;
  }
  if (typeof value !== 'object') throw new NotCanonicalError(`no JSON: ${typeof value}`);
  // The order of UTF-16 code units, as the RFC asks: the one of toSorted() without a comparison.
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, item]) => `${text(name)}:${written(item, depth + 1)}`).join(',')}}`;
}

function wholeNumber(value: number): string {
  if (!Number.isSafeInteger(value)) throw new NotCanonicalError('no whole number');
  return JSON.stringify(value);
}

function text(value: string): string {
  if (!value.isWellFormed()) throw new NotCanonicalError('half of a surrogate pair');
  return JSON.stringify(value);
}

/** Without the white space between its parts: what an editor adds when it lays a file out. `json` has been parsed before. */
export function withoutLayout(json: string): string {
  return json.replaceAll(/("[^"\\]*(?:\\.[^"\\]*)*")|\s+/gu, (_, quoted: string | undefined) => quoted ?? '');
}
