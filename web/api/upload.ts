// The door for files: the same transport as every call (fresh session, problems, "is it you?" once and again), over the
// one browser interface that says how much of a file has gone.

import { transportPorts } from './client.ts';
import { fetchWithProgress } from './fetch-with-progress.ts';
import { createTransport } from './transport.ts';

/** A film over a slow line. Whoever has waited enough before that can cancel. */
const UPLOAD_TIMEOUT_MS = 15 * 60_000;

export type UploadOptions = {
  /** From 0 to 1, as the bytes leave. The answer comes after the last one. */
  readonly onProgress: (share: number) => void;
  readonly signal?: AbortSignal;
};

/** Posts a file as it is. Refusals and silence are thrown as every call throws them. */
export function upload(
  address: URL | string,
  file: Blob,
  { onProgress, signal }: UploadOptions,
): Promise<Response> {
  const send = createTransport(
    { ...transportPorts, fetch: fetchWithProgress(onProgress) },
    UPLOAD_TIMEOUT_MS,
  );
  return send(address, {
    method: 'POST',
    body: file,
    // What a file is, its bytes say; the browser goes by the name's ending.
    headers: { 'Content-Type': 'application/octet-stream' },
    ...(signal === undefined ? {} : { signal }),
  });
}
