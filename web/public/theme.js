// Sets the theme on <html> before the first paint; loaded as a blocking file because the content policy
// allows no inline script. web/features/account/theme.ts reads and writes the same two keys.
(() => {
  const root = document.documentElement;
  const read = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  const platform = read('platform');
  const mode = read('colorMode');
  const dark = mode === 'dark' || (mode !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  // Nothing stored is the gold platform; any unknown value falls back to crypto (Customer spec, section 4).
  root.dataset.platform = platform === null || platform === 'gold' ? 'gold' : 'crypto';
  root.dataset.mode = dark ? 'dark' : 'light';
  // The browser's own frame takes the colour of the paper (styles/tokens.css); the first such element wins.
  const paper = { gold: ['#fbf8f1', '#12100c'], crypto: ['#f7f9fc', '#0a0e15'] };
  const frame = document.createElement('meta');
  Object.assign(frame, { name: 'theme-color', content: paper[root.dataset.platform][dark ? 1 : 0] });
  document.head.prepend(frame);
  // Only the gold platform writes headings in the serif: preloading it elsewhere would be waste and a warning.
  const displayFont = document.currentScript?.dataset.displayFont;
  if (root.dataset.platform === 'gold' && displayFont) {
    const preload = document.createElement('link');
    Object.assign(preload, {
      rel: 'preload',
      as: 'font',
      type: 'font/woff2',
      crossOrigin: 'anonymous',
      href: displayFont,
    });
    document.head.append(preload);
  }
  // This browser was signed in: the header waits for the answer instead of flashing "sign in".
  if (read('onca-session') !== null) root.dataset.customer = '';
})();
