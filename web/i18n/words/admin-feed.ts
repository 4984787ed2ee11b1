import en from '../../../locales/en/admin-feed.json' with { type: 'json' };
import pt from '../../../locales/pt-BR/admin-feed.json' with { type: 'json' };
import { defineWords } from '../words.ts';

export const adminFeedWords = defineWords('admin-feed', { 'pt-BR': pt, en });
