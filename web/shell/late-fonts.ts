/**
 * A font that missed the first paint is not used on that page, so that nothing moves (styles/fonts.css). With the first
 * navigation the page is drawn anew: from then on the fonts, loaded meanwhile, are used under their second names.
 */
export async function takeLateFonts(): Promise<void> {
  const root = document.documentElement;
  if (root.dataset['fonts'] === 'late') return;
  const wanted = ['1em "Inter Late"'];
  if (root.dataset['platform'] === 'gold') wanted.push('1em "Fraunces Late"');
  try {
    await Promise.all(wanted.map((font) => document.fonts.load(font)));
    root.dataset['fonts'] = 'late';
  } catch {
    // Offline: the fallback fonts have the same metrics and stay.
  }
}
