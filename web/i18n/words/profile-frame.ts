import en from '../../../locales/en/profile-frame.json' with { type: 'json' };
import pt from '../../../locales/pt-BR/profile-frame.json' with { type: 'json' };
import { defineWords } from '../words.ts';

export const profileFrameWords = defineWords('profile-frame', { 'pt-BR': pt, en });
