import { Fragment } from 'react';
import '../../../styles/operators.css';

/** The words of a name, each with what follows it: a long name may go on after them. */
const WORD = /.+?[._+@-]+/gu;

/** An e-mail address in a narrow cell: it breaks before its domain or between the words of its name, never within one. */
export function Email({ children }: { readonly children: string }) {
  const at = children.lastIndexOf('@') + 1;
  // A command or a machine, which has a name and no address.
  if (at === 0) return children;
  return (
    <>
      {[...children.slice(0, at).matchAll(WORD)].map(({ 0: word, index }) => (
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {word}
        </Fragment>
      ))}
      <span className="email-domain">{children.slice(at)}</span>
    </>
  );
}
