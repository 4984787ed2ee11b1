import en from '../../../locales/en/welcome.json' with { type: 'json' };
import pt from '../../../locales/pt-BR/welcome.json' with { type: 'json' };
import { defineWords } from '../words.ts';

export const welcomeWords = defineWords('welcome', { 'pt-BR': pt, en });
