import en from '../../../locales/en/sessions.json' with { type: 'json' };
import pt from '../../../locales/pt-BR/sessions.json' with { type: 'json' };
import { defineWords } from '../words.ts';

export const sessionsWords = defineWords('sessions', { 'pt-BR': pt, en });
