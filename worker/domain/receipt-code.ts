// The short name of a receipt, for the phone: the beginning of the transaction's id.

/** `8f3c92d0-…` -> `8F3C-92D0`. */
export function receiptCode(transactionId: string): string {
  const letters = transactionId
    .replaceAll(/[^0-9a-z]/giu, '')
    .slice(0, 8)
    .toUpperCase();
  return `${letters.slice(0, 4)}-${letters.slice(4)}`;
}

/** The beginning of an id, without dashes, that a typed code or a pasted id stands for; null for other texts. */
export function idStartIn(typed: string): string | null {
  const letters = typed.replaceAll(/[\s-]/gu, '').toLowerCase();
  return /^[0-9a-f]{4,32}$/u.test(letters) ? letters : null;
}
