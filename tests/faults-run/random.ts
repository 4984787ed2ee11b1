// What a run draws: the same seed draws the same numbers, in the same order.

export class Random {
  #state: number;

  constructor(seed: string) {
    this.#state = 2_166_136_261;
    for (const letter of seed) this.#state = Math.imul(this.#state ^ letter.charCodeAt(0), 16_777_619);
  }

  /** From 0 on, below 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** A whole number between the two, both included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  of<T>(list: readonly T[]): T {
    const one = list[this.between(0, list.length - 1)];
    if (one === undefined) throw new Error('nothing to draw from');
    return one;
  }

  weighted<T extends { readonly weight: number }>(list: readonly T[]): T {
    let at = this.next() * list.reduce((sum, { weight }) => sum + weight, 0);
    return list.find(({ weight }) => (at -= weight) < 0) ?? this.of(list);
  }

  shuffled<T>(list: readonly T[]): T[] {
    const drawn = list.map((one) => ({ one, at: this.next() }));
    return drawn.toSorted((a, b) => a.at - b.at).map(({ one }) => one);
  }
}
