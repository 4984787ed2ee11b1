// The language of this build, for the build configuration, which Node runs: ONCA_LOCALE=en builds English.

import { DEFAULT_LOCALE, type Locale } from './locale.ts';

export const BUILD_LOCALE: Locale = process.env['ONCA_LOCALE'] === 'en' ? 'en' : DEFAULT_LOCALE;
