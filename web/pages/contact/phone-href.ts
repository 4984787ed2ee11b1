/** `tel:` takes no spaces. */
export function phoneHref(phone: string): string {
  return `tel:${phone.replace(/[^+0-9]/gu, '')}`;
}
