// How each document is checked by hand, with openssl and jq: for browsers that do not know Ed25519, and for who trusts no page.

import type { PublicKey } from '../../../../worker/contract/signing-keys.ts';
import type { SealedFormat } from '../../../../worker/domain/sealed-files.ts';
import type { SigningDomain } from '../../../../worker/domain/signed-records.ts';

/** Twelve bytes that say Ed25519 (RFC 8410), whose base64 ends where that of the key begins. */
const ED25519_HEAD = 'MCowBQYDK2VwAyEA';

export function keyCommands({ x }: Pick<PublicKey, 'x'>): string {
  const base64 = `${x.replaceAll('-', '+').replaceAll('_', '/')}=`;
  return [
    "cat > onca.pem <<'END'",
    '-----BEGIN PUBLIC KEY-----',
    ED25519_HEAD + base64,
    '-----END PUBLIC KEY-----',
    'END',
  ].join('\n');
}

const VERIFY = 'openssl pkeyutl -verify -pubin -inkey onca.pem -rawin -in message -sigfile signature';
/** Base64url without padding to bytes: 64 of them have two letters of padding. */
const TO_BYTES = "tr '_-' '/+' | sed 's/$/==/' | openssl base64 -d -A > signature";

/** The record at the end of a sealed file. */
const RECORD_OF: Readonly<Record<SealedFormat, string>> = {
  pdf: "tail -n 2 statement.pdf | head -n 1 | sed 's/^%onca //'",
  csv: `tail -n 1 statement.csv | sed 's/^"onca"[,;]"//; s/"\\r*$//; s/""/"/g'`,
};

/** Of a document in the file of this name; of a sealed file its record first, and its bytes last. */
export function commandsFor(domain: SigningDomain, format?: SealedFormat): string {
  if (format !== undefined) {
    const name = `statement.${format}`;
    return [
      `${RECORD_OF[format]} > statement.json`,
      commandsFor('statement'),
      `head -c "$(jq .content.bytes statement.json)" ${name} | openssl dgst -sha256 -r`,
      'jq -r .content.sha256 statement.json',
    ].join('\n');
  }
  if (domain === 'quote') {
    return [
      "cut -d. -f1,2 quote.txt | tr -d '\\n' > message",
      `cut -d. -f3 quote.txt | ${TO_BYTES}`,
      VERIFY,
    ].join('\n');
  }
  const file = domain === 'export' ? 'manifest.json' : `${domain}.json`;
  const record = [
    `jq -cjS .content ${file} | openssl dgst -sha256 -binary > digest`,
    `{ printf 'onca.${domain}.v1\\n'; cat digest; } > message`,
    `jq -r .signature ${file} | ${TO_BYTES}`,
    VERIFY,
  ];
  if (domain !== 'export') return record.join('\n');
  return [
    'unzip onca.zip -d copy && cp onca.pem copy && cd copy',
    ...record,
    `jq -r '.content.files[] | "\\(.sha256)  \\(.name)"' ${file} | sha256sum -c`,
  ].join('\n');
}
