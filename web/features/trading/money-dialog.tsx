// The shell of a dialog in which money moves, from the form to the receipt: a second dialog would not know where to return the focus.

import type { ComponentProps, RefObject } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Note } from '../../ui/note.tsx';
import { hasKeyboard } from './amount-focus.ts';
import { Focused } from './focused.tsx';
import '../../styles/orders.css';

const WIDTHS = { halves: 'wide', step: 'medium', receipt: 'narrow' } as const;

type MoneyDialogProps = Omit<
  ComponentProps<typeof Dialog>,
  'width' | 'flush' | 'untitled' | 'initialFocus'
> & {
  /** Two halves and a receipt draw their own edges, and a receipt has a heading of its own. */
  readonly shows: keyof typeof WIDTHS;
  /** Takes the focus when the dialog opens, where there is a keyboard. */
  readonly amountRef: RefObject<HTMLInputElement | null>;
};

export function MoneyDialog({ shows, amountRef, ...dialog }: MoneyDialogProps) {
  return (
    <Dialog
      {...dialog}
      width={WIDTHS[shows]}
      untitled={shows === 'receipt'}
      flush={shows !== 'step'}
      initialFocus={shows === 'halves' && hasKeyboard() ? amountRef : undefined}
    />
  );
}

/** Whether a request is under way, or asked about once more. */
export function isSending(stage: { readonly name: string; readonly checking?: boolean }): boolean {
  return stage.name === 'sending' || stage.checking === true;
}

type UnknownOutcomeProps = {
  readonly texts: Readonly<Record<'title' | 'text' | 'again' | 'see', string>>;
  readonly checking: boolean;
  readonly busyLabel: string;
  readonly onSendAgain: () => void;
  readonly onSeeTransactions: () => void;
};

/** The reply was lost: the same request may be sent again, and nothing else. */
export function UnknownOutcome({ texts, checking, busyLabel, ...on }: UnknownOutcomeProps) {
  return (
    <Focused>
      <div className="stack-close">
        <Note tone="warning" title={texts.title} role="alert">
          {texts.text}
        </Note>
        <Button
          variant="primary"
          size="large"
          full
          busy={checking}
          busyLabel={busyLabel}
          onClick={on.onSendAgain}
        >
          {texts.again}
        </Button>
        <Button variant="ghost" full onClick={on.onSeeTransactions}>
          {texts.see}
        </Button>
      </div>
    </Focused>
  );
}
