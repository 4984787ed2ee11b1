// The bucket of identity papers. A name says nothing: it is random, and what lies under it is encrypted (auth/identity-sealing.ts).

/** `<random>`; the row of the paper knows whose it is. */
export const newDocumentKey = (): string => crypto.randomUUID();

export async function storeDocument(bucket: R2Bucket, key: string, sealed: Uint8Array): Promise<void> {
  await bucket.put(key, sealed, { httpMetadata: { contentType: 'application/octet-stream' } });
}

/** Null when there is none. */
export async function readDocument(bucket: R2Bucket, key: string): Promise<Uint8Array | null> {
  const object = await bucket.get(key);
  return object === null ? null : new Uint8Array(await object.arrayBuffer());
}

export async function removeDocument(bucket: R2Bucket, key: string): Promise<void> {
  await bucket.delete(key);
}
