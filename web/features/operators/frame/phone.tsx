import { isBrazilianPhone, phoneText } from '../../../../worker/domain/phone-text.ts';

/** A stored telephone number, which a press calls. */
export function Phone({ children }: { readonly children: string }) {
  const isInternational = isBrazilianPhone(children);
  return (
    <a className="link" href={`tel:${isInternational ? '+' : ''}${children}`}>
      {phoneText(children)}
    </a>
  );
}
