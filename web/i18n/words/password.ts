import en from '../../../locales/en/password.json' with { type: 'json' };
import pt from '../../../locales/pt-BR/password.json' with { type: 'json' };
import { defineWords } from '../words.ts';

export const passwordWords = defineWords('password', { 'pt-BR': pt, en });
