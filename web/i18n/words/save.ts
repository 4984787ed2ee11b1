import en from '../../../locales/en/save.json' with { type: 'json' };
import pt from '../../../locales/pt-BR/save.json' with { type: 'json' };
import { defineWords } from '../words.ts';

export const saveWords = defineWords('save', { 'pt-BR': pt, en });
