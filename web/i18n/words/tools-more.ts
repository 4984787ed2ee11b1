import en from '../../../locales/en/tools-more.json' with { type: 'json' };
import pt from '../../../locales/pt-BR/tools-more.json' with { type: 'json' };
import { defineWords } from '../words.ts';

export const toolsMoreWords = defineWords('tools-more', { 'pt-BR': pt, en });
