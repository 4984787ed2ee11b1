import en from '../../../locales/en/admin-images.json' with { type: 'json' };
import pt from '../../../locales/pt-BR/admin-images.json' with { type: 'json' };
import { defineWords } from '../words.ts';

export const adminImagesWords = defineWords('admin-images', { 'pt-BR': pt, en });
