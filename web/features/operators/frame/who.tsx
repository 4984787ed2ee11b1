import { Email } from './email.tsx';

type WhoProps = {
  readonly name: string;
  readonly email: string;
  /** What the press opens, for who does not see the row. */
  readonly label: string;
  readonly onOpen: () => void;
};

/** Whose a row is: the name opens it, the address is below. */
export function Who({ name, email, label, onOpen }: WhoProps) {
  return (
    <>
      <button type="button" className="link" aria-label={label} onClick={onOpen}>
        {name}
      </button>
      <span className="sub">
        <Email>{email}</Email>
      </span>
    </>
  );
}
