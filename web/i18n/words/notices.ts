import en from '../../../locales/en/notices.json' with { type: 'json' };
import pt from '../../../locales/pt-BR/notices.json' with { type: 'json' };
import { defineWords } from '../words.ts';

export const noticesWords = defineWords('notices', { 'pt-BR': pt, en });
