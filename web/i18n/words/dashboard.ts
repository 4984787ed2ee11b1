import en from '../../../locales/en/dashboard.json' with { type: 'json' };
import pt from '../../../locales/pt-BR/dashboard.json' with { type: 'json' };
import { defineWords } from '../words.ts';

export const dashboardWords = defineWords('dashboard', { 'pt-BR': pt, en });
