// Unpacks one file of a ZIP within the length that the ZIP claims for it: a bomb stops at its own claim.

import type { PackedFile } from '../../../../worker/domain/zip-reading.ts';

/** Null where the packed bytes are damaged or of another length. */
export async function unpack({ isDeflated, packed, size }: PackedFile): Promise<Uint8Array | null> {
  if (!isDeflated) return packed;
  const unpacked = new Uint8Array(size);
  let length = 0;
  try {
    const stream = new Blob([packed as Uint8Array<ArrayBuffer>])
      .stream()
      .pipeThrough(new DecompressionStream('deflate-raw'));
    for await (const part of partsOf(stream)) {
      if (length + part.length > size) return null;
      unpacked.set(part, length);
      length += part.length;
    }
  } catch {
    return null;
  }
  return length === size ? unpacked : null;
}

/** Streams of some browsers cannot be iterated. Leaving the loop cancels the stream. */
async function* partsOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
