// The state before and after that a line of the audit log holds, as a list of fields.

export type Leaf = string | number | boolean | null;

/** Undefined where that side does not name the field, which is not the same as null. */
export type FieldChange = {
  /** `image.alt` for a field within another; '' for a value that is no object. */
  readonly path: string;
  readonly before: Leaf | undefined;
  readonly after: Leaf | undefined;
};

/** From the JSON texts of a line. A text that is not JSON is shown as it is. */
export function changesOf(before: string | null, after: string | null): readonly FieldChange[] {
  const [was, is] = [leavesOf(before), leavesOf(after)];
  const paths = new Set([...was.keys(), ...is.keys()]);
  return [...paths].map((path) => ({ path, before: was.get(path), after: is.get(path) }));
}

function leavesOf(text: string | null): ReadonlyMap<string, Leaf> {
  const leaves = new Map<string, Leaf>();
  if (text === null) return leaves;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = text;
  }
  // A bare null names no field.
  if (value !== null) collect(value, '', leaves);
  return leaves;
}

function collect(value: unknown, path: string, into: Map<string, Leaf>): void {
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object')) {
    into.set(path, value.join(', '));
    return;
  }
  if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      collect(inner, path === '' ? key : `${path}.${key}`, into);
    }
    return;
  }
  into.set(path, value as Leaf);
}
