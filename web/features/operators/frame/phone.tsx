/** Country, area, and a number of eight or nine digits. */
const BRAZILIAN = /^55(\d{2})(\d{4,5})(\d{4})$/u;

/** `+55 (47) 93724-3085`; of another country the digits as they are stored, because nobody knows where its parts end. */
export function phoneText(digits: string): string {
  return digits.replace(BRAZILIAN, '+55 ($1) $2-$3');
}

/** A stored telephone number, which a press calls. */
export function Phone({ children }: { readonly children: string }) {
  const isInternational = BRAZILIAN.test(children);
  return (
    <a className="link" href={`tel:${isInternational ? '+' : ''}${children}`}>
      {phoneText(children)}
    </a>
  );
}
