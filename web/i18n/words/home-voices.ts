import en from '../../../locales/en/home-voices.json' with { type: 'json' };
import pt from '../../../locales/pt-BR/home-voices.json' with { type: 'json' };
import { defineWords } from '../words.ts';

export const homeVoicesWords = defineWords('home-voices', { 'pt-BR': pt, en });
