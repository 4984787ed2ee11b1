import en from '../../../locales/en/slider.json' with { type: 'json' };
import pt from '../../../locales/pt-BR/slider.json' with { type: 'json' };
import { defineWords } from '../words.ts';

export const sliderWords = defineWords('slider', { 'pt-BR': pt, en });
