// The short name of a receipt, read over the phone: eight characters of the transaction's id.

/** `8f3c92d0-…` -> `8F3C-92D0`. */
export function receiptCode(transactionId: string): string {
  const letters = transactionId
    .replaceAll(/[^0-9a-z]/giu, '')
    .slice(0, 8)
    .toUpperCase();
  return `${letters.slice(0, 4)}-${letters.slice(4)}`;
}
