import en from '../../../locales/en/profile-alerts.json' with { type: 'json' };
import pt from '../../../locales/pt-BR/profile-alerts.json' with { type: 'json' };
import { defineWords } from '../words.ts';

export const profileAlertsWords = defineWords('profile-alerts', { 'pt-BR': pt, en });
