// The scripts of a built page wait for its first paint: they would share a slow line and a slow processor with it, and the
// page reads the same without them. Its links work meanwhile, and a button that was pressed is not forgotten.

const PRELOAD = /<link rel="modulepreload" href="([^"]+)"\/>/gu;
const ENTRY =
  /<script type="module" async="">import "(?<manifest>[^"]+)";\n(?<routes>(?:import \* as \w+ from "[^"]+";\n)+)\s*(?<modules>window\.__reactRouterRouteModules = \{[^}]+\};)\s*import\("(?<client>[^"]+)"\);<\/script>/u;

/** A button that is pressed before the app is there is pressed again once it is. Links and open-and-close need no app. */
const KEEP_EARLY_CLICK = [
  'let pressed = null;',
  "const note = ({ target }) => { pressed = target.closest?.('button') ?? null; };",
  "addEventListener('click', note, true);",
  "addEventListener('onca:alive', () => { removeEventListener('click', note, true); setTimeout(() => { if (pressed?.isConnected) pressed.click(); }); }, { once: true });",
];

/** Rewrites what React Router's `<Scripts>` wrote; throws when it writes something else, so that a build shows it. */
export function afterPaint(html: string): string {
  const found = ENTRY.exec(html)?.groups;
  if (found === undefined) throw new Error('The entry script is not what React Router used to write.');
  const routes = [...(found['routes'] ?? '').matchAll(/import \* as (\w+) from "([^"]+)";/gu)];
  const names = routes.map(([, name]) => name).join(', ');
  const files = [found['manifest'], ...routes.map(([, , file]) => file)];
  const entry = [
    ...KEEP_EARLY_CLICK,
    // Frames come once the stylesheets are there; a tab in the background has none, and need not wait.
    'await new Promise((go) => (document.hidden ? go() : requestAnimationFrame(() => setTimeout(go))));',
    // The elements stay, because hydration looks for them.
    `for (const link of document.querySelectorAll('link[rel="later"]')) Object.assign(link, { href: link.dataset.module, rel: 'modulepreload' });`,
    `const [, ${names}] = await Promise.all([${files.map((file) => `import("${file}")`).join(', ')}]);`,
    found['modules'],
    `import("${found['client']}");`,
  ].join('\n');
  return html
    .replace(ENTRY, () => `<script type="module" async="">${entry}</script>`)
    .replace(PRELOAD, '<link rel="later" data-module="$1"/>');
}
