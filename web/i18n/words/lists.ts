import en from '../../../locales/en/lists.json' with { type: 'json' };
import pt from '../../../locales/pt-BR/lists.json' with { type: 'json' };
import { defineWords } from '../words.ts';

export const listsWords = defineWords('lists', { 'pt-BR': pt, en });
