import en from '../../../locales/en/bell.json' with { type: 'json' };
import pt from '../../../locales/pt-BR/bell.json' with { type: 'json' };
import { defineWords } from '../words.ts';

export const bellWords = defineWords('bell', { 'pt-BR': pt, en });
