// JSON of which there is one reading: an object that names a key twice, or that is nested deeper than anything we ask for, is refused.
// JSON.parse keeps the last of two values, another reader the first, so such an answer says two things.

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]:]/gu;
const JSON_DEPTH_MAX = 16;

/** Throws a SyntaxError for what is not JSON, or not of one reading. */
export function parseStrictJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  /** The keys of each object that is open; a list has none. */
  const open: Set<string>[] = [];
  let last = '';
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === '{' || token === '[') open.push(new Set());
    else if (token === '}' || token === ']') open.pop();
    else if (token === ':') refuseTwice(open.at(-1) ?? new Set(), JSON.parse(last) as string);
    if (open.length > JSON_DEPTH_MAX) throw new SyntaxError('nested too deeply');
    last = token;
  }
  return value;
}

function refuseTwice(keys: Set<string>, key: string): void {
  if (keys.has(key)) throw new SyntaxError('a key stands there twice');
  keys.add(key);
}
