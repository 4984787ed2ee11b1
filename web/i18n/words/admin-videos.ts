import en from '../../../locales/en/admin-videos.json' with { type: 'json' };
import pt from '../../../locales/pt-BR/admin-videos.json' with { type: 'json' };
import { defineWords } from '../words.ts';

export const adminVideosWords = defineWords('admin-videos', { 'pt-BR': pt, en });
