import { useEffect, useState, useSyncExternalStore } from 'react';
import { ProblemError, NetworkError } from '../../../api/problem-error.ts';
import { type Run, type SendFile, UploadQueue } from './upload-queue.ts';

const NO_FILES: readonly never[] = [];

/** A queue that lives as long as the page; leaving it cancels what is on its way. */
export function useUploadQueue<Sent>(
  send: SendFile<Sent>,
  refusalFor: (file: File) => Error | null,
  onRunEnd: (run: Run<Sent>) => void,
) {
  const [queue] = useState(() => new UploadQueue<Sent>({ send, refusalOf: refusalFor, stopsAll }));
  useEffect(() => queue.onRunEnd(onRunEnd), [queue, onRunEnd]);
  useEffect(() => () => queue.stop(), [queue]);
  const files = useSyncExternalStore(queue.subscribe, queue.files, () => NO_FILES);
  return { queue, files };
}

/** Nobody proved who they are, or nobody is there: the next file would fare no better. */
function stopsAll(error: unknown): boolean {
  if (error instanceof NetworkError) return error.trouble !== 'timeout';
  return (
    error instanceof ProblemError && (error.status === 401 || error.status === 403 || error.status === 429)
  );
}
