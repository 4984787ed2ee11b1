// Uploads: the same transport as every call (fresh session, problems, step-up), over the one browser interface that
// reports upload progress.

import { transportPorts } from './client.ts';
import { fetchWithProgress } from './fetch-with-progress.ts';
import { createTransport } from './transport.ts';

/** A video over a slow connection. The user can cancel earlier. */
const UPLOAD_TIMEOUT_MS = 15 * 60_000;

export type UploadOptions = {
  /** From 0 to 1, as the bytes are sent. The response comes after the last one. */
  readonly onProgress: (share: number) => void;
  readonly signal?: AbortSignal;
};

/** Posts a file unchanged. It throws the same errors as every call. */
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
    // The server determines the type from the bytes; the browser would guess it from the file name.
    headers: { 'Content-Type': 'application/octet-stream' },
    ...(signal === undefined ? {} : { signal }),
  });
}
