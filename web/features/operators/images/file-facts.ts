import { useFormat } from '../../../i18n/use-format.ts';
import { useWords } from '../../../i18n/use-words.ts';
import { adminImagesWords } from '../../../i18n/words/admin-images.ts';

/** Sizes as operators read them: in KB, with one decimal (Account spec, section 2), and in pixels. */
export function useFileFacts() {
  const t = useWords(adminImagesWords);
  const f = useFormat();
  return {
    /** A file that is not empty never reads as nothing. */
    kilobytes: (bytes: number) =>
      t('kilobytes', { size: f.decimal(bytes === 0 ? 0 : Math.max(bytes / 1024, 0.1), 1) }),
    pixels: ({ width, height }: { readonly width: number; readonly height: number }) =>
      t('pixels', { width: f.integer(width), height: f.integer(height) }),
    /** Without the time that the server writes before it. */
    name: ({ filename }: { readonly filename: string }) => filename.replace(/^\d{13}-(?=.)/u, ''),
    share: (share: number) => f.percentRound(Math.floor(share * 100)),
  };
}
