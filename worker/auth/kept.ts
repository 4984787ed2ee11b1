// Keys that were made or imported once. Every request needs some of the same few, and importing one takes longer than signing with it (D85).

/** Settings name a handful of keys; tests, which make many, get them made anew. */
const MOST = 100;

export class Kept<Key> {
  readonly #keys = new Map<string, Key>();

  of(name: string): Key | null {
    return this.#keys.get(name) ?? null;
  }

  /** A key and no promise of one: a request must not wait for what another one has begun. */
  keep(name: string, key: Key): Key {
    if (this.#keys.size >= MOST) this.#keys.clear();
    this.#keys.set(name, key);
    return key;
  }
}
