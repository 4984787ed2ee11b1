// The notices of what customers sent (C7), and what must never be in one.

export const SUBMISSION_TYPES = ['signup', 'login', 'deposit', 'trade', 'contact', 'erasure'] as const;
export type SubmissionType = (typeof SUBMISSION_TYPES)[number];

export const FORWARD_STATES = ['pending', 'sent', 'failed'] as const;
export type ForwardState = (typeof FORWARD_STATES)[number];

/** Whether a field may be kept by its name. Full-width and other look-alike letters are read as what they look like. */
export function isPasswordName(name: string): boolean {
  return name.normalize('NFKC').toLowerCase().includes('password');
}

/** The same data without fields named like a password, at whatever depth they are. */
export function withoutPasswords<T>(data: T): T {
  if (Array.isArray(data)) return data.map((item: unknown) => withoutPasswords(item)) as T;
  if (typeof data !== 'object' || data === null) return data;
  const kept = Object.entries(data).filter(([name]) => !isPasswordName(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, withoutPasswords(value)])) as T;
}

/** The figures of a telephone number typed as people write it, which is how it is stored; null for anything else. */
export function phoneDigitsIn(typed: string): string | null {
  if (!/^[\d\s()+./-]+$/u.test(typed)) return null;
  const digits = typed.replaceAll(/\D/gu, '');
  return digits.length < 3 ? null : digits;
}
