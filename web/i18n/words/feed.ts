import en from '../../../locales/en/feed.json' with { type: 'json' };
import pt from '../../../locales/pt-BR/feed.json' with { type: 'json' };
import { defineWords } from '../words.ts';

export const feedWords = defineWords('feed', { 'pt-BR': pt, en });
