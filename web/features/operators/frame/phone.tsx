import { isBrazilianPhone, typedPhone } from '../../../../worker/domain/phone-text.ts';

type PhoneProps = {
  /** As it is stored. */
  readonly children: string;
  /** Of somebody in Brazil, who may have left the country out. */
  readonly inBrazil?: boolean;
};

/** A telephone number, which a press calls. */
export function Phone({ children, inBrazil = false }: PhoneProps) {
  const isInternational = isBrazilianPhone(children);
  return (
    <a className="link" href={`tel:${isInternational ? '+' : ''}${children}`}>
      {typedPhone(children, inBrazil)}
    </a>
  );
}
