import en from '../../../locales/en/common.json' with { type: 'json' };
import pt from '../../../locales/pt-BR/common.json' with { type: 'json' };
import { defineWords } from '../words.ts';

export const commonWords = defineWords('common', { 'pt-BR': pt, en });
