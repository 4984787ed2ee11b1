import en from '../../../locales/en/password-rules.json' with { type: 'json' };
import pt from '../../../locales/pt-BR/password-rules.json' with { type: 'json' };
import { defineWords } from '../words.ts';

export const passwordRulesWords = defineWords('password-rules', { 'pt-BR': pt, en });
