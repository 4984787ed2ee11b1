// Chance for the made-up crowd of a local start: the same numbers at every start, on every machine.

import { fnv1a } from '../domain/fnv1a.ts';

/** A stream of chance; two streams with different names have nothing to do with each other. */
export class Chance {
  #state: number;

  constructor(name: string) {
    this.#state = fnv1a(name);
  }

  /** 32 bits (mulberry32). */
  bits(): number {
    this.#state = (this.#state + 0x6d_2b_79_f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return (t ^ (t >>> 14)) >>> 0;
  }

  /** From 0 up to 1, never 1. */
  share(): number {
    return this.bits() / 2 ** 32;
  }

  /** True so many times in a hundred. */
  percent(times: number): boolean {
    return this.share() * 100 < times;
  }

  between(low: number, high: number): number {
    return low + this.share() * (high - low);
  }

  /** A whole number, both ends included. */
  whole(low: number, high: number): number {
    return low + Math.floor(this.share() * (high - low + 1));
  }

  oneOf<T>(list: readonly T[]): T {
    const found = list[Math.floor(this.share() * list.length)];
    if (found === undefined) throw new Error('nothing to choose from');
    return found;
  }

  /** Around 1, lopsided as sums of money are: half below, a few far above. */
  lopsided(width: number): number {
    const normal = Math.sqrt(-2 * Math.log(1 - this.share())) * Math.cos(2 * Math.PI * this.share());
    return Math.exp(normal * width);
  }

  /** In the form of a random UUID. */
  id(): string {
    const hex = Array.from({ length: 4 }, () => this.bits().toString(16).padStart(8, '0')).join('');
    const variant = '89ab'.charAt(Number.parseInt(hex.charAt(16), 16) % 4);
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`;
  }
}
