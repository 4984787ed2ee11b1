import en from '../../../locales/en/spot.json' with { type: 'json' };
import pt from '../../../locales/pt-BR/spot.json' with { type: 'json' };
import { defineWords } from '../words.ts';

export const spotWords = defineWords('spot', { 'pt-BR': pt, en });
