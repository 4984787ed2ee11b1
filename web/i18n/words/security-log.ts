import en from '../../../locales/en/security-log.json' with { type: 'json' };
import pt from '../../../locales/pt-BR/security-log.json' with { type: 'json' };
import { defineWords } from '../words.ts';

export const securityLogWords = defineWords('security-log', { 'pt-BR': pt, en });
