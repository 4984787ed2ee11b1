// A raw body, up to a limit that holds for what is declared and for what really comes.

/** The platform takes no larger request, so no more than this is read away. */
const LARGEST_REQUEST = 100 * 1024 * 1024;

/**
 * Null when there is more than `limit`. What is too much is read to its end and dropped: a client that is still sending
 * when the connection closes sees a broken connection instead of the refusal.
 */
export async function readBytes(request: Request, limit: number): Promise<Uint8Array | null> {
  if (request.body === null) return new Uint8Array(0);
  const header = request.headers.get('Content-Length');
  const declared = header === null ? limit : Number(header);
  // Once, in the right size: a large file is not held twice.
  const bytes = new Uint8Array(declared >= 0 && declared <= limit ? declared : 0);
  const reader = request.body.getReader();
  let size = 0;
  for (;;) {
    const chunk = await reader.read();
    if (chunk.done) break;
    if (size + chunk.value.byteLength <= bytes.byteLength) bytes.set(chunk.value, size);
    size += chunk.value.byteLength;
    if (size > LARGEST_REQUEST) {
      await reader.cancel();
      break;
    }
  }
  return size > bytes.byteLength ? null : bytes.subarray(0, size);
}
