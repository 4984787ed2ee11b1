import en from '../../../locales/en/profile-security.json' with { type: 'json' };
import pt from '../../../locales/pt-BR/profile-security.json' with { type: 'json' };
import { defineWords } from '../words.ts';

export const profileSecurityWords = defineWords('profile-security', { 'pt-BR': pt, en });
