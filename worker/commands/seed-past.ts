// Made-up pasts are carried out in the order of time, whoever lives them: the order of commits is the order of the clock then, as in
// a real past, and each day has its close (D76).

/** Something that somebody did at a time. */
export type Happening = {
  readonly at: number;
  readonly happen: (db: D1Database) => Promise<void>;
};

export function inOrderOfTime<T extends Happening>(happenings: readonly T[]): T[] {
  return happenings.toSorted((a, b) => a.at - b.at);
}
