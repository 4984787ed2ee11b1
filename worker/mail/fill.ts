/** Puts values into `{{places}}`. A place without a value is a bug, not a gap in a sentence. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{\{\s*(\w+)\s*\}\}/gu, (_place, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`a message lacks "${name}"`);
    return String(value);
  });
}
