import { isUnread } from '../../ui/unread.ts';
import { useState } from 'react';
import { applySettings } from '../../features/account/choices.ts';
import { useSettings } from '../../features/account/settings.ts';
import { type OnSettingsSaved, SettingsForm } from '../../features/account/settings-form.tsx';
import { SettingsLoading } from '../../features/account/settings-loading.tsx';
import { languageSwitchState, openInLanguage } from '../../i18n/language-switch.ts';
import { localisedPath } from '../../i18n/locale.ts';
import { useLocale, useMessages } from '../../i18n/use-messages.ts';
import profileMessages from '#messages/profile.json';
import titles from '#messages/titles.json';
import { AccountPanel } from '../../shell/account-panel.tsx';
import { hiddenPageMeta } from '../../shell/page-meta.ts';
import '../../styles/account.css';
import { ErrorState } from '../../ui/data-state.tsx';
import { Note } from '../../ui/note.tsx';

export const meta = hiddenPageMeta(titles.settings);

export default function SettingsPage() {
  const t = useMessages(profileMessages.settings);
  const query = useSettings();
  const { data, isError, isFetching, refetch } = query;
  const [justSaved, applySaved] = useApplying();
  return (
    <AccountPanel title={titles.settings.title} lead={t('lead')}>
      {data === undefined && !isUnread(query) && <SettingsLoading />}
      {isUnread(query) && (
        <section className="card">
          <ErrorState title={t('unread.title')} onRetry={() => void refetch()} retrying={isFetching}>
            {t('unread.text')}
          </ErrorState>
        </section>
      )}
      {data !== undefined && isError && (
        <Note tone="warning" title={t('outdated.title')}>
          {t('outdated.text')}
        </Note>
      )}
      {data !== undefined && <SettingsForm settings={data} justSaved={justSaved} onSaved={applySaved} />}
    </AccountPanel>
  );
}

/** A document that loads later than this does not speak of what was saved before it. */
const LONGEST_LOAD_MS = 60_000;

/** Applies saved settings. A new language opens this page at another address, which then shows that it was saved. */
function useApplying(): readonly [boolean, OnSettingsSaved] {
  const locale = useLocale();
  const [justSaved] = useState(() => {
    const savedAt = languageSwitchState()?.savedAt ?? null;
    return savedAt !== null && Date.now() - savedAt < LONGEST_LOAD_MS;
  });
  const apply: OnSettingsSaved = (saved, { language }) => {
    applySettings(saved);
    if (language === undefined || language === locale) return;
    openInLanguage(localisedPath(language, '/profile/settings'), Date.now());
  };
  return [justSaved, apply];
}
