import type { ReactNode } from 'react';
import { useMessages } from '../../i18n/use-messages.ts';
import profileMessages from '#messages/profile.json';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

/** The form without its values, so that nothing moves when the settings arrive. */
export function SettingsLoading() {
  const t = useMessages(profileMessages.settings);
  return (
    <div className="settings-form" aria-busy="true">
      <Card title={t('channels.title')}>
        <div className="settings-switches">
          <WaitingSwitch label={t('channels.email')}>{t('channels.emailNote')}</WaitingSwitch>
          {(['sms', 'push'] as const).map((channel) => (
            <WaitingSwitch key={channel} label={t(`channels.${channel}`)}>
              {t(`channels.${channel}Note`)} {t('channels.sandboxNote')}
            </WaitingSwitch>
          ))}
        </div>
        <p className="settings-always">{t('channels.always')}</p>
      </Card>
      <Card title={t('look.title')} padded>
        <div className="settings-pair">
          <WaitingField label={t('look.platform')} />
          <WaitingField label={t('look.theme')} hint={t('look.autoNote')} />
        </div>
      </Card>
      <Card title={t('region.title')} padded>
        <div className="settings-pair">
          <WaitingField label={t('region.language')} hint={t('region.languageNote')} />
          <WaitingField label={t('region.currency')} hint={t('region.currencyNote')} />
          <WaitingField label={t('region.weightUnit')} hint={t('region.weightUnitNote')} />
        </div>
      </Card>
    </div>
  );
}

function WaitingSwitch({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="switch">
      <span className="switch-name">{label}</span>
      <span className="switch-control">
        <Skeleton shape="block" />
      </span>
      <p className="switch-note">{children}</p>
    </div>
  );
}

function WaitingField({ label, hint }: { readonly label: string; readonly hint?: string }) {
  return (
    <div className="field">
      <span className="field-label">{label}</span>
      <Skeleton shape="block" />
      {hint !== undefined && <p className="field-hint">{hint}</p>}
    </div>
  );
}
