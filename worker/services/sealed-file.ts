// A signed file that is no JSON (D79): the bytes, and at their end a signed record over all of them.

import { signBytes, type SigningSettings } from '../auth/signing-keys.ts';
import type { FileContent } from '../contract/signed-records.ts';
import { sha256Hex } from '../db/sha256.ts';
import { type SealedFormat, sealedFile, sealedPart } from '../domain/sealed-files.ts';
import { checksOf, contentBytes, recordText } from '../domain/signed-records.ts';
import { iso } from '../domain/time.ts';

export type ToSeal = {
  readonly format: SealedFormat;
  readonly bytes: Uint8Array;
  /** Of a CSV. */
  readonly separator?: ',' | ';';
  readonly account: string;
  /** The number on the document, and the SHA-256 of what it shows. */
  readonly document: string;
  readonly contentSha256: string;
};

export type Seal = { readonly kid: string; readonly signature: string; readonly issuedAt: number };

export type Sealable = {
  /** Of all bytes that are signed. */
  readonly sha256: string;
  /** Signs them now. */
  readonly sign: (settings: Pick<SigningSettings, 'SIGNING_KEYS'>, issuedAt: number) => Promise<Seal>;
  /** The file, with this signature or one from before. */
  readonly sealedBy: (seal: Seal) => Uint8Array;
};

export async function sealable({ format, bytes, separator, ...about }: ToSeal): Promise<Sealable> {
  const part = sealedPart(format, bytes, separator);
  const sha256 = await sha256Hex(part);
  const contentAt = (issuedAt: number): FileContent => ({
    ...about,
    issuedAt: iso(issuedAt),
    format,
    bytes: part.length,
    sha256,
  });
  return {
    sha256,
    sign: async (settings, issuedAt) => ({
      ...(await signBytes(settings, 'statement', contentBytes(contentAt(issuedAt)))),
      issuedAt,
    }),
    sealedBy({ kid, signature, issuedAt }) {
      const content = contentAt(issuedAt);
      const record = { domain: 'statement', kid, content, checks: checksOf(content), signature } as const;
      return sealedFile(format, part, recordText(record));
    },
  };
}
