import en from '../../../locales/en/assets.json' with { type: 'json' };
import pt from '../../../locales/pt-BR/assets.json' with { type: 'json' };
import { defineWords } from '../words.ts';

export const assetsWords = defineWords('assets', { 'pt-BR': pt, en });
