// A secret of the Worker holds one value or several, newest first, separated by commas: the newest makes what is new, all of
// them read what is old, so a value is rotated without anybody losing what they hold.

/** A shorter value can be guessed offline from one thing that it signed. */
export const SECRET_MIN_CHARACTERS = 32;

export function valuesOf(secret: string): string[] {
  return secret
    .split(',')
    .map((value) => value.trim())
    .filter((value) => value !== '');
}

export function isSoundSecret(secret: string): boolean {
  const values = valuesOf(secret);
  return values.length > 0 && values.every((value) => value.length >= SECRET_MIN_CHARACTERS);
}
