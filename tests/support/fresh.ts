// Numbers that no other test has. Whatever is drawn at random meets itself sooner than one thinks: of ten million numbers two among four
// thousand are equal more often than not. So a run begins anywhere and counts; the files of one database share this module.

import { withCheckDigits } from '../../worker/domain/cpf.ts';

/** Each call answers another number below `limit`, until all were answered. */
function counterBelow(limit: number): () => number {
  let next: number | null = null;
  return () => {
    // At the first call: workerd has no random numbers while it loads a module.
    next = next === null ? (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % limit : (next + 1) % limit;
    return next;
  };
}

const nextNine = counterBelow(1_000_000_000);

/** A CPF that ends in these digits; the sandbox of identities and that of payouts go by them. */
export function freshCpf(ending = ''): string {
  for (;;) {
    const nine = String(nextNine()).padStart(9, '0');
    const cpf = withCheckDigits(nine);
    // One of equal digits is none.
    if (cpf.endsWith(ending) && new Set(nine).size > 1) return cpf;
  }
}

const nextAddress = counterBelow(1 << 24);

/** An address in 10.0.0.0/8 that limits by address have not seen. */
export function freshAddress(): string {
  const n = nextAddress();
  return `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`;
}
