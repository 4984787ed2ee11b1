import en from '../../../locales/en/learn.json' with { type: 'json' };
import pt from '../../../locales/pt-BR/learn.json' with { type: 'json' };
import { defineWords } from '../words.ts';

export const learnWords = defineWords('learn', { 'pt-BR': pt, en });
