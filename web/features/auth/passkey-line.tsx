import { useFormat } from '../../i18n/use-format.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import twoStepMessages from '#messages/two-step.json';
import { Button } from '../../ui/button.tsx';
import type { Factors } from '../../../worker/contract/factors.ts';

export type Passkey = Factors['passkeys'][number];

type PasskeyLineProps = {
  readonly passkey: Passkey;
  readonly removing: boolean;
  readonly onRename: () => void;
  readonly onRemove: () => void;
};

export function PasskeyLine({ passkey, removing, onRename, onRemove }: PasskeyLineProps) {
  const t = useMessages(twoStepMessages);
  const f = useFormat();
  const { name, synced, createdAt, lastUsedAt } = passkey;
  return (
    <li>
      <div className="factor-name">
        <strong>{name}</strong>
        <p>
          {t('passkeys.since', { date: f.dateTime(createdAt, 'dayMonthYear') })}{' '}
          {lastUsedAt === null
            ? t('passkeys.neverUsed')
            : t('passkeys.lastUsed', { date: f.dateTime(lastUsedAt, 'dayMonthYear') })}
        </p>
        <p>{synced ? t('passkeys.synced') : t('passkeys.local')}</p>
      </div>
      <div className="factor-actions">
        <Button
          variant="ghost"
          size="small"
          aria-label={t('passkeys.renameLabel', { name })}
          onClick={onRename}
        >
          {t('passkeys.rename')}
        </Button>
        <Button
          variant="ghost"
          size="small"
          aria-label={t('passkeys.removeLabel', { name })}
          busy={removing}
          onClick={onRemove}
        >
          {t('passkeys.remove')}
        </Button>
      </div>
    </li>
  );
}
