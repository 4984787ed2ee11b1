import en from '../../../locales/en/reset-password.json' with { type: 'json' };
import pt from '../../../locales/pt-BR/reset-password.json' with { type: 'json' };
import { defineWords } from '../words.ts';

export const resetPasswordWords = defineWords('reset-password', { 'pt-BR': pt, en });
