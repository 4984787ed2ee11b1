// The files an operator has chosen and how far each is: pending, in line, on its way, uploaded or failed.
// One file travels at a time, in the order asked for. What was uploaded or has failed is not sent again by "Upload All".

export type FileState<Sent> =
  | { readonly kind: 'pending' | 'queued' }
  /** `share`: of its bytes, from 0 to 1. At 1 the server is looking at it. */
  | { readonly kind: 'sending'; readonly share: number }
  | { readonly kind: 'uploaded'; readonly sent: Sent }
  /** Worth another try. */
  | { readonly kind: 'failed'; readonly error: unknown }
  /** Not worth sending at all. */
  | { readonly kind: 'refused'; readonly error: Error };

export type QueuedFile<Sent> = {
  readonly key: string;
  readonly file: File;
  readonly state: FileState<Sent>;
};

/** What became of the files that were sent one after the other without a pause. */
export type Run<Sent> = { readonly uploaded: readonly Sent[]; readonly failed: number };

export type SendFile<Sent> = (
  file: File,
  options: { readonly onProgress: (share: number) => void; readonly signal: AbortSignal },
) => Promise<Sent>;

type Ports<Sent> = {
  readonly send: SendFile<Sent>;
  /** Why a file need not be sent at all. */
  readonly refusalOf: (file: File) => Error | null;
  /** A failure that every file after it would meet too: they wait for the operator. */
  readonly stopsAll: (error: unknown) => boolean;
};

export class UploadQueue<Sent> {
  readonly #ports: Ports<Sent>;
  readonly #listeners = new Set<() => void>();
  readonly #runListeners = new Set<(run: Run<Sent>) => void>();
  #files: readonly QueuedFile<Sent>[] = [];
  #running = false;
  #travelling: { readonly key: string; readonly stop: AbortController } | null = null;

  constructor(ports: Ports<Sent>) {
    this.#ports = ports;
  }

  readonly files = (): readonly QueuedFile<Sent>[] => this.#files;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  onRunEnd(listener: (run: Run<Sent>) => void): () => void {
    this.#runListeners.add(listener);
    return () => this.#runListeners.delete(listener);
  }

  add(chosen: readonly File[]): void {
    const entries = chosen.map((file): QueuedFile<Sent> => {
      const error = this.#ports.refusalOf(file);
      const state = error === null ? ({ kind: 'pending' } as const) : ({ kind: 'refused', error } as const);
      return { key: crypto.randomUUID(), file, state };
    });
    this.#publish([...this.#files, ...entries]);
  }

  /** Takes a file off the list; one on its way is cancelled. */
  remove(key: string): void {
    this.#publish(this.#files.filter((entry) => entry.key !== key));
    if (this.#travelling?.key === key)
      this.#travelling.stop.abort(new DOMException('Cancelled', 'AbortError'));
  }

  /** A pending file, or one that failed. */
  upload(key: string): void {
    const kind = this.#files.find((entry) => entry.key === key)?.state.kind;
    if (kind !== 'pending' && kind !== 'failed') return;
    this.#put(key, { kind: 'queued' });
    void this.#run();
  }

  /** Every pending file, in the order of the list. */
  uploadAll(): void {
    this.#putWhere('pending', { kind: 'queued' });
    void this.#run();
  }

  /** Cancels what is on its way and forgets the rest. */
  stop(): void {
    this.#publish([]);
    this.#travelling?.stop.abort(new DOMException('Left', 'AbortError'));
  }

  async #run(): Promise<void> {
    if (this.#running) return;
    this.#running = true;
    const uploaded: Sent[] = [];
    let failed = 0;
    for (;;) {
      const next = this.#files.find(({ state }) => state.kind === 'queued');
      if (next === undefined) break;
      // One after the other: files would only share the line, and "is it you?" is asked once.
      // oxlint-disable-next-line no-await-in-loop
      const end = await this.#carry(next);
      if (end === 'failed') failed += 1;
      else if (end !== 'cancelled') uploaded.push(end.sent);
    }
    this.#running = false;
    if (uploaded.length + failed === 0) return;
    for (const listener of this.#runListeners) listener({ uploaded, failed });
  }

  async #carry({ key, file }: QueuedFile<Sent>) {
    const stop = new AbortController();
    this.#travelling = { key, stop };
    this.#put(key, { kind: 'sending', share: 0 });
    try {
      const sent = await this.#ports.send(file, {
        onProgress: (share) => this.#put(key, { kind: 'sending', share }),
        signal: stop.signal,
      });
      this.#put(key, { kind: 'uploaded', sent });
      return { sent };
    } catch (error) {
      if (stop.signal.aborted) return 'cancelled';
      this.#put(key, { kind: 'failed', error });
      if (this.#ports.stopsAll(error)) this.#putWhere('queued', { kind: 'pending' });
      return 'failed';
    } finally {
      this.#travelling = null;
    }
  }

  #put(key: string, state: FileState<Sent>): void {
    this.#publish(this.#files.map((entry) => (entry.key === key ? { ...entry, state } : entry)));
  }

  #putWhere(kind: FileState<Sent>['kind'], state: FileState<Sent>): void {
    this.#publish(this.#files.map((entry) => (entry.state.kind === kind ? { ...entry, state } : entry)));
  }

  #publish(files: readonly QueuedFile<Sent>[]): void {
    this.#files = files;
    for (const listener of this.#listeners) listener();
  }
}
