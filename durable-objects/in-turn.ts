// Changes of operators, one after the other: each is checked, written to the audit log and only then applied, so that the log
// has the order of the changes and no refused one.

export class InTurn {
  #last: Promise<unknown> = Promise.resolve();

  run<T>(change: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(change);
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}
