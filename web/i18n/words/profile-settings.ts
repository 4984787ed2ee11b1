import en from '../../../locales/en/profile-settings.json' with { type: 'json' };
import pt from '../../../locales/pt-BR/profile-settings.json' with { type: 'json' };
import { defineWords } from '../words.ts';

export const profileSettingsWords = defineWords('profile-settings', { 'pt-BR': pt, en });
