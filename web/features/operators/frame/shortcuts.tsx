import { useMessages } from '../../../i18n/use-messages.ts';
import operatorsMessages from '#messages/operators.json';
import { Switch } from '../../../ui/switch.tsx';
import { useShortcuts } from './device-choices.ts';
import { useSearchShortcut } from './one-key-shortcuts.ts';

/** The shortcuts of one key at the foot of each operators' page: what they do, and the switch that silences them. */
export function Shortcuts() {
  const t = useMessages(operatorsMessages.frame.shortcuts);
  const [areOn, choose] = useShortcuts();
  useSearchShortcut(areOn);
  return (
    <section className="shortcuts" aria-label={t('title')}>
      <dl>
        <div>
          <dt>
            <kbd>/</kbd>
          </dt>
          <dd>{t('search')}</dd>
        </div>
        <div>
          <dt>
            <kbd>J</kbd> <kbd>K</kbd>
          </dt>
          <dd>{t('browse')}</dd>
        </div>
      </dl>
      <Switch label={t('switch')} checked={areOn} onChange={choose} />
    </section>
  );
}
