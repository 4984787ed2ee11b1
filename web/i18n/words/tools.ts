import en from '../../../locales/en/tools.json' with { type: 'json' };
import pt from '../../../locales/pt-BR/tools.json' with { type: 'json' };
import { defineWords } from '../words.ts';

export const toolsWords = defineWords('tools', { 'pt-BR': pt, en });
