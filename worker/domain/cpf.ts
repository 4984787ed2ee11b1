// The Brazilian taxpayer's number of a person (CPF): nine digits and two check digits, each the sum of the digits before it, weighted
// 10, 9, 8, ... and 11, 10, 9, ..., modulo 11 (Receita Federal). Letters, which the number of a company may have since 2026, it has none.

/** Digits as ASCII, with the dots, the dash and the spaces that people type. Digits of other scripts are refused, full-width ones too. */
const TYPED = /^[0-9.\- ]{11,20}$/u;

/** The eleven digits; null for what is no CPF, the ten numbers of equal digits among them, though their check digits are right. */
export function readCpf(typed: string): string | null {
  if (!TYPED.test(typed)) return null;
  const digits = typed.replaceAll(/[^0-9]/gu, '');
  if (/^(\d)\1*$/u.test(digits)) return null;
  return digits === withCheckDigits(digits.slice(0, 9)) ? digits : null;
}

/** Nine digits, and the two that check them. */
export function withCheckDigits(nine: string): string {
  const ten = nine + checkDigit(nine);
  return ten + checkDigit(ten);
}

function checkDigit(digits: string): string {
  const sum = [...digits].reduce((all, digit, i) => all + Number(digit) * (digits.length + 1 - i), 0);
  const rest = sum % 11;
  return String(rest < 2 ? 0 : 11 - rest);
}

/** `529.982.247-25` as pages show it: `***.982.247-**`. */
export function maskCpf(digits: string): string {
  return `***.${digits.slice(3, 6)}.${digits.slice(6, 9)}-**`;
}
