// The chosen files and the state of each. One file is sent at a time, in the order of the requests. "Upload All" does not send
// uploaded and failed files again. The queue is a class without React, so that its order is tested without a browser.

import { useEffect, useState, useSyncExternalStore } from 'react';
import { NetworkError, ProblemError } from '../../../api/problem-error.ts';

export type FileState<Sent> =
  | { readonly kind: 'pending' | 'queued' }
  /** `share` of its bytes, from 0 to 1. At 1 the server checks the file. */
  | { readonly kind: 'sending'; readonly share: number }
  | { readonly kind: 'uploaded'; readonly sent: Sent }
  /** May be tried again. */
  | { readonly kind: 'failed'; readonly error: unknown }
  /** Is never sent. */
  | { readonly kind: 'refused'; readonly error: Error };

export type QueuedFile<Sent> = {
  readonly key: string;
  readonly file: File;
  readonly state: FileState<Sent>;
};

/** The result of the files that were sent one after the other without a pause. */
export type Run<Sent> = { readonly uploaded: readonly Sent[]; readonly failed: number };

export type SendFile<Sent> = (
  file: File,
  options: { readonly onProgress: (share: number) => void; readonly signal: AbortSignal },
) => Promise<Sent>;

type Deps<Sent> = {
  readonly send: SendFile<Sent>;
  /** Why a file is never sent. */
  readonly refusalOf: (file: File) => Error | null;
  /** True for a failure that every other file would meet too: they go back to pending. */
  readonly stopsAll: (error: unknown) => boolean;
  readonly onRunEnd: (run: Run<Sent>) => void;
};

export class UploadQueue<Sent> {
  #deps: Deps<Sent>;
  readonly #listeners = new Set<() => void>();
  #files: readonly QueuedFile<Sent>[] = [];
  #running = false;
  #sending: { readonly key: string; readonly stop: AbortController } | null = null;

  constructor(deps: Deps<Sent>) {
    this.#deps = deps;
  }

  /** The callbacks of the latest render. */
  setDeps(deps: Deps<Sent>): void {
    this.#deps = deps;
  }

  readonly files = (): readonly QueuedFile<Sent>[] => this.#files;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  add(chosen: readonly File[]): void {
    const entries = chosen.map((file): QueuedFile<Sent> => {
      const error = this.#deps.refusalOf(file);
      const state = error === null ? ({ kind: 'pending' } as const) : ({ kind: 'refused', error } as const);
      return { key: crypto.randomUUID(), file, state };
    });
    this.#publish([...this.#files, ...entries]);
  }

  /** Removes a file from the list and cancels its upload. */
  remove(key: string): void {
    this.#publish(this.#files.filter((entry) => entry.key !== key));
    if (this.#sending?.key === key) this.#sending.stop.abort(new DOMException('Cancelled', 'AbortError'));
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

  /** Cancels the upload and clears the list. */
  stop(): void {
    this.#publish([]);
    this.#sending?.stop.abort(new DOMException('Left', 'AbortError'));
  }

  async #run(): Promise<void> {
    if (this.#running) return;
    this.#running = true;
    const uploaded: Sent[] = [];
    let failed = 0;
    for (;;) {
      const next = this.#files.find(({ state }) => state.kind === 'queued');
      if (next === undefined) break;
      // One after the other: parallel uploads share one connection, and the step-up prompt appears once.
      // oxlint-disable-next-line no-await-in-loop
      const end = await this.#send(next);
      if (end === 'failed') failed += 1;
      else if (end !== 'cancelled') uploaded.push(end.sent);
    }
    this.#running = false;
    if (uploaded.length + failed > 0) this.#deps.onRunEnd({ uploaded, failed });
  }

  async #send({ key, file }: QueuedFile<Sent>) {
    const stop = new AbortController();
    this.#sending = { key, stop };
    this.#put(key, { kind: 'sending', share: 0 });
    try {
      const sent = await this.#deps.send(file, {
        onProgress: (share) => this.#put(key, { kind: 'sending', share }),
        signal: stop.signal,
      });
      this.#put(key, { kind: 'uploaded', sent });
      return { sent };
    } catch (error) {
      if (stop.signal.aborted) return 'cancelled';
      this.#put(key, { kind: 'failed', error });
      if (this.#deps.stopsAll(error)) this.#putWhere('queued', { kind: 'pending' });
      return 'failed';
    } finally {
      this.#sending = null;
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

const NO_FILES: readonly never[] = [];

/** A queue that lives as long as the page; leaving the page cancels the upload. */
export function useUploadQueue<Sent>(deps: Omit<Deps<Sent>, 'stopsAll'>) {
  const [queue] = useState(() => new UploadQueue<Sent>({ ...deps, stopsAll }));
  useEffect(() => queue.setDeps({ ...deps, stopsAll }));
  useEffect(() => () => queue.stop(), [queue]);
  const files = useSyncExternalStore(queue.subscribe, queue.files, () => NO_FILES);
  return { queue, files };
}

/** The user is not authorised, or the network is down: the next file would fail in the same way. */
function stopsAll(error: unknown): boolean {
  if (error instanceof NetworkError) return error.failure !== 'timeout';
  return error instanceof ProblemError && [401, 403, 429].includes(error.status);
}
