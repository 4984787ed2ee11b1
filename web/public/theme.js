// Runs before the first paint: sets the theme on <html> and records an early click. A blocking file, because the content
// policy allows no inline script. web/features/account/theme.ts reads and writes the same two keys.
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
  // Nothing stored means gold; an unknown value falls back to crypto (C4).
  root.dataset.platform = platform === null || platform === 'gold' ? 'gold' : 'crypto';
  root.dataset.mode = dark ? 'dark' : 'light';
  // The browser's interface takes the page's background colour (styles/tokens.css); the first such element wins.
  const paper = { gold: ['#fbf8f1', '#12100c'], crypto: ['#f7f9fc', '#0a0e15'] };
  const frame = document.createElement('meta');
  Object.assign(frame, { name: 'theme-color', content: paper[root.dataset.platform][dark ? 1 : 0] });
  document.head.prepend(frame);
  // Only the gold platform sets headings in the serif: elsewhere a preload would be wasted, and the browser warns.
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
  // This browser was signed in: the header waits for the session instead of flashing "sign in".
  if (read('onca-session') !== null) root.dataset.customer = '';

  // A button that is pressed before the app has hydrated is pressed again once it has (web/shell/providers.tsx). Links
  // and <details> need no app.
  let pressed = null;
  const note = ({ target }) => (pressed = target.closest?.('button') ?? null);
  addEventListener('click', note, true);
  addEventListener(
    'onca:alive',
    () => {
      removeEventListener('click', note, true);
      setTimeout(() => pressed?.isConnected && pressed.click());
    },
    { once: true },
  );
})();
