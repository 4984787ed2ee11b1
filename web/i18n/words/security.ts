import en from '../../../locales/en/security.json' with { type: 'json' };
import pt from '../../../locales/pt-BR/security.json' with { type: 'json' };
import { defineWords } from '../words.ts';

export const securityWords = defineWords('security', { 'pt-BR': pt, en });
