import { useMessages } from '../../../i18n/use-messages.ts';
import verifyMessages from '#messages/verify.json';
import { commandsFor, keyCommands } from './commands.ts';
import { Commands } from './commands-block.tsx';
import { KEY_FILE, useSigningKeys } from './keys.ts';

/** As long as the keys are on their way: lines of the same height. */
const NO_KEY_YET = { x: '...' };

/** The commands, and our keys. The key that signs now is in the first of them; the one of an older document is in the file. */
export function ByHand() {
  const t = useMessages(verifyMessages.hand);
  const keys = useSigningKeys().data ?? [];
  const key = keys.find(({ retiredAt }) => retiredAt === null);
  return (
    <div className="stack">
      <p className="safety-text">{t('what')}</p>
      <p>
        <a className="link" href={KEY_FILE}>
          {t('keys')}
        </a>
        . {t('keysText', { path: KEY_FILE })}
      </p>
      <div className="verify-by-hand">
        <Commands label={t('key')} text={keyCommands(key ?? NO_KEY_YET)} />
        <Commands label={t('record')} text={commandsFor('receipt')} />
        <Commands label={t('statement')} text={commandsFor('statement', 'pdf')} />
        <Commands label={t('export')} text={commandsFor('export')} />
        <Commands label={t('quote')} text={commandsFor('quote')} />
      </div>
    </div>
  );
}
