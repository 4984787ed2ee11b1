import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { queryKeys } from '../../api/keys.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import profileMessages from '#messages/profile.json';
import { Card } from '../../ui/card.tsx';
import { SaveBar, useSaveState } from '../../ui/save-bar.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { Select } from '../../ui/select.tsx';
import type { Settings, SettingsChange, SettingsReply } from '../../../worker/contract/settings.ts';
import {
  CURRENCIES,
  LANGUAGES,
  PLATFORMS,
  THEMES,
  WEIGHT_UNITS,
} from '../../../worker/domain/settings-rules.ts';
import { ChannelSwitches } from './channel-switches.tsx';
import { sendSettings } from './settings.ts';

export type GroupProps = {
  readonly chosen: SettingsReply;
  readonly choose: (change: Partial<Settings>) => void;
};

/** `saved`: the server's settings; `change`: what was different. */
export type OnSettingsSaved = (saved: SettingsReply, change: SettingsChange) => void;

type SettingsFormProps = {
  readonly settings: SettingsReply;
  /** The page was opened by a save (a change of language). */
  readonly justSaved: boolean;
  readonly onSaved: OnSettingsSaved;
};

/** All settings, saved together; only changed ones are sent. */
export function SettingsForm({ settings, justSaved, onSaved }: SettingsFormProps) {
  const t = useMessages(profileMessages.settings);
  const client = useQueryClient();
  const { state, run } = useSaveState(justSaved);
  const [draft, setDraft] = useState<Partial<Settings>>({});
  const choose = (change: Partial<Settings>) => setDraft((before) => ({ ...before, ...change }));
  const chosen = { ...settings, ...draft };

  async function save(): Promise<void> {
    await client.cancelQueries({ queryKey: queryKeys.settings });
    const saved = await sendSettings(draft);
    client.setQueryData(queryKeys.settings, saved);
    setDraft((now) => without(now, draft));
    onSaved(saved, draft);
  }

  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run(save);
  };

  return (
    <form className="settings-form" method="post" onSubmit={submit}>
      <Card title={t('channels.title')}>
        <ChannelSwitches chosen={chosen} choose={choose} />
      </Card>
      <Card title={t('look.title')} padded>
        <Look chosen={chosen} choose={choose} />
      </Card>
      <Card title={t('region.title')} padded>
        <Region chosen={chosen} choose={choose} />
      </Card>
      <SaveBar state={state} saved={t('saved')} failed={t('failed')} />
    </form>
  );
}

/** A setting that changed again during the save stays in the draft. */
function without(draft: Partial<Settings>, saved: Partial<Settings>): Partial<Settings> {
  return Object.fromEntries(
    Object.entries(draft).filter(([name, value]) => saved[name as keyof Settings] !== value),
  );
}

function Look({ chosen, choose }: GroupProps) {
  const t = useMessages(profileMessages.settings);
  return (
    <div className="settings-pair">
      <div className="field">
        <span className="field-label" aria-hidden="true">
          {t('look.platform')}
        </span>
        <SegmentedControl
          label={t('look.platform')}
          value={chosen.platform}
          options={PLATFORMS.map((value) => ({ value, label: t(`look.${value}`) }))}
          onChange={(platform) => choose({ platform })}
          tall
          full
        />
      </div>
      <Select
        label={t('look.theme')}
        hint={t('look.autoNote')}
        value={chosen.theme}
        options={THEMES.map((value) => ({ value, label: t(`look.${value}`) }))}
        onChange={(theme) => choose({ theme })}
      />
    </div>
  );
}

function Region({ chosen, choose }: GroupProps) {
  const t = useMessages(profileMessages.settings);
  return (
    <div className="settings-pair">
      <Select
        label={t('region.language')}
        hint={t('region.languageNote')}
        value={chosen.language}
        options={LANGUAGES.map((value) => ({ value, label: t(`region.${value}`) }))}
        onChange={(language) => choose({ language })}
      />
      <Select
        label={t('region.currency')}
        hint={t('region.currencyNote')}
        value={chosen.currency}
        options={CURRENCIES.map((value) => ({ value, label: t(`region.${value}`) }))}
        onChange={(currency) => choose({ currency })}
      />
      <Select
        label={t('region.weightUnit')}
        hint={t('region.weightUnitNote')}
        value={chosen.weightUnit}
        options={WEIGHT_UNITS.map((value) => ({ value, label: t(`region.${value}`) }))}
        onChange={(weightUnit) => choose({ weightUnit })}
      />
    </div>
  );
}
