import en from '../../../locales/en/profile.json' with { type: 'json' };
import pt from '../../../locales/pt-BR/profile.json' with { type: 'json' };
import { defineWords } from '../words.ts';

export const profileWords = defineWords('profile', { 'pt-BR': pt, en });
