import { useMessages } from '../../i18n/use-messages.ts';
import reaisMessages from '#messages/reais.json';
import { CopyButton } from '../../ui/copy-button.tsx';
import { QrCode } from '../../ui/qr-code.tsx';

/** What is paid: as text for this device, and as a code for the camera of another one. */
export function PixCode({ payload }: { readonly payload: string }) {
  const t = useMessages(reaisMessages.code);
  return (
    <div className="pix-code">
      <div className="pix-text">
        <p className="field-label">{t('text')}</p>
        <code>{payload}</code>
        <CopyButton text={payload} label={t('copy')} done={t('copied')} primary />
        <p className="small muted">{t('paste')}</p>
      </div>
      <div className="pix-picture">
        <QrCode text={payload} label={t('picture')} />
        <p className="small muted">{t('scan')}</p>
      </div>
    </div>
  );
}
