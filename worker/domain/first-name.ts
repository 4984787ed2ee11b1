/**
 * How a customer is greeted, in e-mails and on the dashboard. A value that is no name is left out: a person may open an
 * account with another's address, and what they typed as a name must not become an advertisement or a link in that
 * person's mail.
 */
export function firstName(fullName: string): string | null {
  const first = fullName.trim().split(/\s/u)[0] ?? '';
  return /^[\p{L}\p{M}'’-]{1,40}$/u.test(first) ? first : null;
}
