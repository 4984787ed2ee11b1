import { useRef } from 'react';
import { useMessages } from '../../i18n/use-messages.ts';
import twoStepMessages from '#messages/two-step.json';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { CopyButton } from '../../ui/copy-button.tsx';

type RecoveryCodesDialogProps = {
  readonly open: boolean;
  readonly codes: readonly string[];
  readonly onKept: () => void;
};

/** The codes are shown this once: only the user's confirmation closes the dialog. */
export function RecoveryCodesDialog({ open, codes, onKept }: RecoveryCodesDialogProps) {
  const t = useMessages(twoStepMessages);
  const list = useRef<HTMLDivElement>(null);
  const text = codes.join('\n');
  return (
    <Dialog open={open} onClose={onKept} title={t('shown.title')} locked initialFocus={list}>
      <div className="stack" ref={list} tabIndex={-1}>
        <p>{t('shown.text')}</p>
        <ul className="codes" aria-label={t('shown.label')}>
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
        <div className="dialog-buttons">
          <CopyButton text={text} label={t('shown.copy')} done={t('shown.copied')} />
          <Button size="small" onClick={() => save(t('shown.file'), `Onça\n\n${text}\n`)}>
            {t('shown.save')}
          </Button>
        </div>
        <Button variant="primary" size="large" full onClick={onKept}>
          {t('shown.done')}
        </Button>
      </div>
    </Dialog>
  );
}

/** Made in the page, so that the codes go to no server again. */
function save(name: string, text: string): void {
  saveFile(name, new Blob([text], { type: 'text/plain;charset=utf-8' }));
}
