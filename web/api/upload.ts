// Uploads: the same transport as every call (fresh session, problems, step-up), over the one browser interface that
// reports upload progress.

import { transportPorts } from './client.ts';
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

/**
 * A `fetch` for one file: the browser's own `fetch` reports nothing before the response. `onProgress` gets the share of
 * the sent bytes, from 0 (again at each attempt) to 1.
 */
export function fetchWithProgress(onProgress: (share: number) => void): typeof fetch {
  return (input, init) =>
    new Promise((resolve, reject) => {
      const { signal } = init ?? {};
      if (signal?.aborted === true) {
        reject(signal.reason as Error);
        return;
      }
      const request = new XMLHttpRequest();
      const abort = () => request.abort();
      request.open(init?.method ?? 'GET', String(input));
      for (const [name, value] of new Headers(init?.headers)) request.setRequestHeader(name, value);
      request.upload.addEventListener('progress', (event) => {
        if (event.lengthComputable && event.total > 0) onProgress(event.loaded / event.total);
      });
      request.addEventListener('load', () => resolve(answerOf(request)));
      request.addEventListener('error', () => reject(new TypeError('No answer to an upload')));
      request.addEventListener('abort', () => reject((signal?.reason as Error) ?? new TypeError('Stopped')));
      request.addEventListener('loadend', () => signal?.removeEventListener('abort', abort));
      signal?.addEventListener('abort', abort);
      onProgress(0);
      request.send(init?.body as XMLHttpRequestBodyInit);
    });
}

function answerOf(request: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().trim().split('\r\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  return new Response(request.status === 204 ? null : request.responseText, {
    status: request.status,
    headers,
  });
}
