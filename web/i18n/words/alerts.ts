import en from '../../../locales/en/alerts.json' with { type: 'json' };
import pt from '../../../locales/pt-BR/alerts.json' with { type: 'json' };
import { defineWords } from '../words.ts';

export const alertsWords = defineWords('alerts', { 'pt-BR': pt, en });
