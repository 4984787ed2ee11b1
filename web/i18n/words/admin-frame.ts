import en from '../../../locales/en/admin-frame.json' with { type: 'json' };
import pt from '../../../locales/pt-BR/admin-frame.json' with { type: 'json' };
import { defineWords } from '../words.ts';

export const adminFrameWords = defineWords('admin-frame', { 'pt-BR': pt, en });
