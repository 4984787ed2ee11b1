import en from '../../../locales/en/forgot-password.json' with { type: 'json' };
import pt from '../../../locales/pt-BR/forgot-password.json' with { type: 'json' };
import { defineWords } from '../words.ts';

export const forgotPasswordWords = defineWords('forgot-password', { 'pt-BR': pt, en });
