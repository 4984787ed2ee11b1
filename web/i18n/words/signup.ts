import en from '../../../locales/en/signup.json' with { type: 'json' };
import pt from '../../../locales/pt-BR/signup.json' with { type: 'json' };
import { defineWords } from '../words.ts';

export const signupWords = defineWords('signup', { 'pt-BR': pt, en });
