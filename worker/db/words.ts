// Words of the code as literals of SQL. Never what anybody typed.

/** 'a', 'b': for IN (...). */
export function wordsSql(words: readonly string[]): string {
  return words.map((word) => `'${word}'`).join(', ');
}
