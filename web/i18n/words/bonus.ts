import en from '../../../locales/en/bonus.json' with { type: 'json' };
import pt from '../../../locales/pt-BR/bonus.json' with { type: 'json' };
import { defineWords } from '../words.ts';

export const bonusWords = defineWords('bonus', { 'pt-BR': pt, en });
