// Notices of many trades as one call of the hub: a page reads its figures again a moment later, and nobody sees the difference.

/** Whoever trades within it is told together. */
const GATHER_MS = 50;

export type NoticeDeps = {
  readonly tell: (userIds: readonly string[]) => Promise<unknown>;
  readonly wait: (ms: number) => Promise<unknown>;
};

export class GatheredNotices {
  readonly #deps: NoticeDeps;
  #waiting = new Set<string>();

  constructor(deps: NoticeDeps) {
    this.#deps = deps;
  }

  /** Settles when those who were the first to wait have been told; for whoever joins them there is nothing to wait for. */
  async add(userIds: readonly string[]): Promise<void> {
    const isFirst = this.#waiting.size === 0;
    for (const userId of userIds) this.#waiting.add(userId);
    if (!isFirst || this.#waiting.size === 0) return;
    await this.#deps.wait(GATHER_MS);
    const told = [...this.#waiting];
    this.#waiting = new Set();
    await this.#deps.tell(told);
  }
}
