import en from '../../../locales/en/carousel.json' with { type: 'json' };
import pt from '../../../locales/pt-BR/carousel.json' with { type: 'json' };
import { defineWords } from '../words.ts';

export const carouselWords = defineWords('carousel', { 'pt-BR': pt, en });
