// Where a proposal about a deposit, a withdrawal or the house's own money is begun, and the field of the evidence that another operator
// will look at.

import { type ReactNode, useState } from 'react';
import { EVIDENCE_MAX_CHARACTERS, EVIDENCE_MIN_CHARACTERS } from '../../../../worker/domain/deposit-work.ts';
import { TextInput } from '../../../ui/text-input.tsx';

type ProposeSectionProps<Kind> = {
  readonly title: string;
  readonly begin: string;
  /** The kind that the form begins with; undefined: nothing can be proposed now, and nothing is shown. */
  readonly first: Kind | undefined;
  readonly children: (first: Kind, onDone: () => void) => ReactNode;
};

/** After a proposal the form is gone, and a new one begins empty. */
export function ProposeSection<Kind>({ title, begin, first, children }: ProposeSectionProps<Kind>) {
  const [open, setOpen] = useState(false);
  if (first === undefined) return null;
  return (
    <section className="ledger-section">
      <h3>{title}</h3>
      {open ? (
        children(first, () => setOpen(false))
      ) : (
        <p>
          <button type="button" className="link" onClick={() => setOpen(true)}>
            {begin}
          </button>
        </p>
      )}
    </section>
  );
}

type EvidenceTexts = { readonly label: string; readonly hint: string; readonly missing: string };

/** `reference`: what the evidence is called, long enough if `isNamed`. `tried`: the field says what is missing. */
export function useEvidence() {
  const [text, setText] = useState('');
  const typed = text.trim();
  const isNamed = typed.length >= EVIDENCE_MIN_CHARACTERS;
  const field = ({ label, hint, missing }: EvidenceTexts, tried: boolean) => (
    <TextInput
      label={label}
      hint={hint}
      required
      autoComplete="off"
      maxLength={EVIDENCE_MAX_CHARACTERS}
      value={text}
      error={tried && !isNamed ? missing : null}
      onChange={(event) => setText(event.target.value)}
    />
  );
  return { reference: typed, isNamed, field };
}
