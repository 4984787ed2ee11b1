import en from '../../../locales/en/login.json' with { type: 'json' };
import pt from '../../../locales/pt-BR/login.json' with { type: 'json' };
import { defineWords } from '../words.ts';

export const loginWords = defineWords('login', { 'pt-BR': pt, en });
