// A raw body, up to a limit that holds for what is declared and for what really comes.

/** Null when there is more than `limit`: at once when that is declared, otherwise as soon as it has come. */
export async function readBytes(request: Request, limit: number): Promise<Uint8Array | null> {
  const header = request.headers.get('Content-Length');
  const declared = header === null ? null : Number(header);
  if (declared !== null && declared > limit) {
    // The rest of the body is not needed.
    await request.body?.cancel();
    return null;
  }
  if (request.body === null) return new Uint8Array(0);
  // Once, in the right size: a large file is not held twice.
  const bytes = new Uint8Array(declared !== null && declared >= 0 ? declared : limit);
  const reader = request.body.getReader();
  let size = 0;
  for (;;) {
    const chunk = await reader.read();
    if (chunk.done) return bytes.subarray(0, size);
    if (size + chunk.value.byteLength > bytes.byteLength) {
      await reader.cancel();
      return null;
    }
    bytes.set(chunk.value, size);
    size += chunk.value.byteLength;
  }
}
