import { useRef } from 'react';
import { useMessages } from '../../i18n/use-messages.ts';
import twoStepMessages from '#messages/two-step.json';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

type ConfirmDialogProps = {
  readonly open: boolean;
  readonly title: string;
  /** The consequence. */
  readonly text: string;
  readonly submit: string;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
};

export function ConfirmDialog({ open, title, text, submit, onConfirm, onCancel }: ConfirmDialogProps) {
  const t = useMessages(twoStepMessages);
  const cancel = useRef<HTMLButtonElement>(null);
  return (
    <Dialog open={open} onClose={onCancel} title={title} width="narrow" initialFocus={cancel}>
      <div className="stack">
        <p>{text}</p>
        <div className="dialog-buttons">
          <Button ref={cancel} onClick={onCancel}>
            {t('confirm.cancel')}
          </Button>
          <Button variant="danger" onClick={onConfirm}>
            {submit}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
