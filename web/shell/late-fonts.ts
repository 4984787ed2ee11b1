/**
 * A text font that missed the first paint is not used on that page, so that no line breaks anew (styles/fonts.css). With
 * the first navigation the page is drawn anew: from then on the font, loaded meanwhile, is used under its second name.
 */
export async function takeLateFonts(): Promise<void> {
  const root = document.documentElement;
  if (root.dataset['fonts'] === 'late') return;
  try {
    await document.fonts.load('1em "Inter Late"');
    root.dataset['fonts'] = 'late';
  } catch {
    // Offline: the fallback has the same metrics and stays.
  }
}
