import type { QueryClient } from '@tanstack/react-query';
import { keepChoice } from '../features/account/save-choice.ts';
import type { Locale } from '../i18n/locale.ts';
import { saveWords } from '../i18n/words/save.ts';
import { showToast } from '../ui/toast-store.ts';
import type { SettingsChange } from '../../worker/contract/settings.ts';

type Choice = {
  readonly client: QueryClient;
  readonly userId: string;
  readonly change: SettingsChange;
  readonly locale: Locale;
};

/** Saves a choice that already holds here; when nobody answers, says that it holds here only, for now. */
export async function keepChoiceOrSay({ client, userId, change, locale }: Choice): Promise<void> {
  try {
    await keepChoice(client, userId, change);
  } catch {
    showToast({
      type: 'warning',
      title: saveWords.say(locale, 'unsaved.title'),
      message: saveWords.say(locale, 'unsaved.text'),
      id: 'unsaved-settings',
    });
  }
}
