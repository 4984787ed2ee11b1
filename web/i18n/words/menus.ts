import en from '../../../locales/en/menus.json' with { type: 'json' };
import pt from '../../../locales/pt-BR/menus.json' with { type: 'json' };
import { defineWords } from '../words.ts';

export const menusWords = defineWords('menus', { 'pt-BR': pt, en });
