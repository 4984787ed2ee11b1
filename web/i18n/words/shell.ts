import en from '../../../locales/en/shell.json' with { type: 'json' };
import pt from '../../../locales/pt-BR/shell.json' with { type: 'json' };
import { defineWords } from '../words.ts';

export const shellWords = defineWords('shell', { 'pt-BR': pt, en });
