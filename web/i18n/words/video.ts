import en from '../../../locales/en/video.json' with { type: 'json' };
import pt from '../../../locales/pt-BR/video.json' with { type: 'json' };
import { defineWords } from '../words.ts';

export const videoWords = defineWords('video', { 'pt-BR': pt, en });
