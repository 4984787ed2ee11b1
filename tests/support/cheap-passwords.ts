// Password hashing at a fraction of its cost, but for the deep run: few tests are about it. The tests replace the figure in the code, so
// that no setting exists with which the product could be weakened (D62).

/** The code of worker/auth/passwords.ts, or a bundle that contains it, minified or not. */
export function withCheapPasswords(code: string): string {
  // A minifier renames the constant: it is the one that a hash says as its cost.
  const name = /\$scrypt\$ln=\$\{([\w$]+)\}/u.exec(code)?.[1] ?? 'LOG2_N';
  const cost = new RegExp(`(?<![\\w$])${name.replaceAll('$', () => '\\$')}\\s*=\\s*14(?!\\d)`, 'u');
  const cheap = code.replace(cost, () => `${name}=4`);
  if (cheap === code) throw new Error('worker/auth/passwords.ts has no cost of 14');
  return cheap;
}
