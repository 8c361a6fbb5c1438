/** A page without the web app and without inline script or style. `body` is HTML. */
export const page = (title: string, body: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)} · Holdfast</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/page.css">
</head>
<body>
<main>
<p class="product"><img src="/icon.svg" alt="" width="28" height="28"> Holdfast</p>
<h1>${escaped(title)}</h1>
${body}
</main>
</body>
</html>
`

/** Escapes text for HTML. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

/** The style of these pages, in the colours of the web app, which may not be built. */
export const pageStyle = `:root {
  color-scheme: light dark;
  --ground: light-dark(#faf9f6, #131412);
  --surface: light-dark(#ffffff, #1b1c1a);
  --sunken: light-dark(#f2f0ea, #0e0f0d);
  --line: light-dark(#e3dfd5, #2f312d);
  --line-strong: light-dark(#c9c3b5, #494c46);
  --ink: light-dark(#1d1c19, #edece7);
  --ink-soft: light-dark(#45423b, #c9c7bf);
  --accent: light-dark(#1a6b58, #6fd0b5);
  --accent-ink: light-dark(#ffffff, #06241c);
  --bad: light-dark(#a8261d, #ff9d92);
  --bad-soft: light-dark(#fbe9e6, #3b1915);
}
* { box-sizing: border-box }
body {
  margin: 0;
  min-height: 100vh;
  min-height: 100dvh;
  display: grid;
  place-items: center;
  padding: 1rem;
  background: var(--ground);
  color: var(--ink-soft);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", Arial, sans-serif;
}
main {
  width: 100%;
  max-width: 27rem;
  padding: 1.75rem;
  border: 1px solid var(--line);
  border-radius: 1rem;
  background: var(--surface);
  box-shadow: 0 1px 2px rgb(0 0 0 / 8%), 0 8px 24px light-dark(rgb(30 25 10 / 12%), rgb(0 0 0 / 55%));
  overflow-wrap: anywhere;
}
main > :last-child { margin-bottom: 0 }
.product { display: flex; align-items: center; gap: 0.625rem; margin: 0 0 1.5rem; color: var(--ink); font-weight: 600 }
.product img { border-radius: 7px }
h1 { margin: 0 0 0.75rem; color: var(--ink); font-size: 1.375rem; line-height: 1.25 }
p { margin: 0 0 1rem }
a { color: var(--accent); text-underline-offset: 2px }
code, pre { font: 0.875rem/1.5 ui-monospace, "SF Mono", "Cascadia Code", Menlo, Consolas, "DejaVu Sans Mono", monospace }
pre {
  margin: 0 0 1rem;
  padding: 0.625rem 0.875rem;
  border: 1px solid var(--line);
  border-radius: 0.5rem;
  background: var(--sunken);
  color: var(--ink);
  white-space: pre-wrap;
}
[role=alert] { padding: 0.625rem 0.875rem; border-radius: 0.5rem; background: var(--bad-soft); color: var(--bad) }
label { display: block; color: var(--ink); font-weight: 500 }
input, button { width: 100%; min-height: 2.75rem; border-radius: 0.5rem; font: inherit }
input { margin-top: 0.375rem; padding: 0 0.75rem; border: 1px solid var(--line-strong); background: var(--ground); color: var(--ink) }
input[type=hidden] { display: none }
button { border: 0; background: var(--accent); color: var(--accent-ink); font-weight: 600; cursor: pointer }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
`
