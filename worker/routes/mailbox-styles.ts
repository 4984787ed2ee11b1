// The look of the local mailbox: the site's gold colours, light and dark by the system's wish.

export const MAILBOX_STYLES = `
:root {
  --paper: #fbf8f1; --surface: #fffdf9; --sunken: #f4efe3; --ink: #1b1710; --ink-2: #574e3f; --ink-3: #6f6450;
  --line: #e6dfd0; --edge: #8e836d; --accent: #a17a22; --link: #7a5a14;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #12100c; --surface: #1a1712; --sunken: #0c0a07; --ink: #f3ede0; --ink-2: #bdb3a0; --ink-3: #988e7b;
    --line: #2c2720; --edge: #776d5a; --accent: #e3bc66; --link: #e3bc66;
  }
}
* { box-sizing: border-box; margin: 0; }
body { background: var(--paper); color: var(--ink); font: 400 15px/1.6 system-ui, sans-serif; }
a { color: var(--link); }
a:focus-visible, button:focus-visible, input:focus-visible, pre:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
header { display: flex; flex-wrap: wrap; gap: 8px 24px; justify-content: space-between; align-items: end; padding: 24px clamp(20px, 3vw, 40px); border-bottom: 1px solid var(--line); }
h1 { font: 400 28px/1.2 Georgia, serif; letter-spacing: -0.02em; }
h1 a { color: inherit; text-decoration: none; }
header > div { flex: 1 1 320px; }
header p { color: var(--ink-2); max-width: 62ch; }
.quiet { line-height: 44px; }
.panes { display: grid; grid-template-columns: minmax(0, 1fr); }
nav, section { padding: 20px clamp(20px, 3vw, 40px) 40px; }
form label { display: block; font-size: 13px; color: var(--ink-2); }
form div { display: flex; gap: 8px; margin-top: 4px; }
input { flex: 1; min-width: 0; height: 44px; padding: 0 12px; font: inherit; color: var(--ink); background: var(--surface); border: 1px solid var(--edge); border-radius: 8px; }
button { height: 44px; padding: 0 16px; font: inherit; font-weight: 600; color: var(--ink); background: var(--surface); border: 1px solid var(--edge); border-radius: 8px; cursor: pointer; }
form p { display: flex; gap: 20px; margin: 4px 0 12px; }
form p a, .back, .views a { display: inline-block; line-height: 44px; }
ol { list-style: none; padding: 0; border-top: 1px solid var(--line); }
li { border-bottom: 1px solid var(--line); }
li a { display: grid; gap: 2px; padding: 14px 12px; color: inherit; text-decoration: none; border-left: 3px solid transparent; overflow-wrap: anywhere; }
li a:hover { background: var(--surface); }
li a[aria-current] { background: var(--surface); border-left-color: var(--accent); }
li strong { font-weight: 600; }
li span, li time { font-size: 13px; line-height: 20px; color: var(--ink-3); }
.empty { padding: 48px 12px; color: var(--ink-2); text-align: center; }
.empty p + p { margin-top: 4px; color: var(--ink-3); font-size: 14px; }
h2 { font: 400 24px/1.25 Georgia, serif; letter-spacing: -0.01em; overflow-wrap: anywhere; }
dl { margin: 12px 0 8px; font-size: 14px; }
dl div { display: grid; grid-template-columns: 104px minmax(0, 1fr); }
dt { color: var(--ink-3); }
dd { overflow-wrap: anywhere; }
.views { display: flex; flex-wrap: wrap; gap: 4px 20px; }
.views a[aria-current] { color: var(--ink); font-weight: 600; text-decoration: none; box-shadow: inset 0 -2px var(--accent); }
iframe { display: block; width: 100%; height: 1040px; margin-top: 12px; border: 1px solid var(--line); border-radius: 4px; background: var(--paper); }
pre { margin-top: 12px; padding: 24px; overflow-x: auto; font: 400 14px/1.6 ui-monospace, monospace; background: var(--surface); border: 1px solid var(--line); border-radius: 4px; }
.listing section { display: none; }
.reading nav { display: none; }
@media (min-width: 900px) {
  .panes { grid-template-columns: 380px minmax(0, 1fr); }
  .panes nav, .panes section { display: block; }
  nav { border-right: 1px solid var(--line); min-height: calc(100vh - 110px); }
  .back { display: none; }
  iframe { height: 980px; }
}
`;
