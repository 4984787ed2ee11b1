import { useWords } from '../../i18n/use-words.ts';
import { profileSettingsWords } from '../../i18n/words/profile-settings.ts';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

/** The form's shape until the settings have been read. */
export function SettingsLoading() {
  const t = useWords(profileSettingsWords);
  return (
    <div className="settings-form" aria-busy="true">
      <Card title={t('channels.title')}>
        <div className="settings-switches">
          {[1, 2, 3].map((line) => (
            <div key={line} className="switch">
              <span className="switch-name">
                <Skeleton shape="short" />
              </span>
              <span className="switch-note">
                <Skeleton />
              </span>
            </div>
          ))}
        </div>
        <p className="settings-always">{t('channels.always')}</p>
      </Card>
      {(['look', 'region'] as const).map((group) => (
        <Card key={group} title={t(`${group}.title`)} padded>
          <div className="settings-pair">
            {[1, 2].map((field) => (
              <div key={field} className="field settings-loading-field">
                <Skeleton shape="short" />
                <Skeleton shape="block" />
              </div>
            ))}
          </div>
        </Card>
      ))}
    </div>
  );
}
