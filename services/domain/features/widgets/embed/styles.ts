import type { EmbedSize, EmbedTheme } from '@hzm/contracts/features/widgets/embed';

interface Colors {
  readonly page: string;
  readonly text: string;
  readonly line: string;
  readonly head: string;
  readonly headText: string;
  readonly accent: string;
  readonly onAccent: string;
}

/** Texts have a contrast of at least 4.5 to 1 on their ground. */
const themes: Readonly<Record<EmbedTheme, Colors>> = {
  light: {
    page: '#ffffff',
    text: '#1f2328',
    line: '#d0d7de',
    head: '#f3f5f7',
    headText: '#1f2328',
    accent: '#0b5fd0',
    onAccent: '#ffffff',
  },
  dark: {
    page: '#16181d',
    text: '#e8eaed',
    line: '#3a3f47',
    head: '#22262d',
    headText: '#e8eaed',
    accent: '#7ab7ff',
    onAccent: '#10131a',
  },
  colorful: {
    page: '#fffaf3',
    text: '#2b1b3d',
    line: '#e6c9f0',
    head: '#8a2be2',
    headText: '#ffffff',
    accent: '#c2185b',
    onAccent: '#ffffff',
  },
  business: {
    page: '#fcfcfa',
    text: '#22262b',
    line: '#c9ccd1',
    head: '#2f3a4a',
    headText: '#ffffff',
    accent: '#2f3a4a',
    onAccent: '#ffffff',
  },
  ocean: {
    page: '#f1fafc',
    text: '#06303d',
    line: '#b4dbe4',
    head: '#0b6a84',
    headText: '#ffffff',
    accent: '#0b6a84',
    onAccent: '#ffffff',
  },
};
const sizes: Readonly<Record<EmbedSize, readonly [font: number, gap: number]>> = {
  small: [13, 4],
  medium: [15, 8],
  large: [18, 12],
};

const rules = `*{box-sizing:border-box}
body{margin:0;padding:var(--gap);background:var(--page);color:var(--text);
font:var(--font)/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
h1{font-size:1.15em;margin:0 0 var(--gap)}
h2{font-size:1.05em;margin:var(--gap) 0 0}
p{margin:0 0 var(--gap)}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%}
th,td{padding:var(--gap);border-bottom:1px solid var(--line);text-align:start;vertical-align:top;
overflow-wrap:break-word;max-width:22em}
th{background:var(--head);color:var(--head-text)}
article{border-bottom:1px solid var(--line);padding:var(--gap) 0}
.item{padding-inline-start:1em}
.item::before{content:"•";margin-inline:-1em .5em}
svg{width:100%;height:auto;max-height:320px;aspect-ratio:600/240;margin-bottom:var(--gap)}
svg rect{fill:var(--accent)}
svg polyline{fill:none;stroke:var(--accent);stroke-width:3}
svg text{fill:var(--text);font-size:16px;text-anchor:middle}
@media(max-width:420px){svg text{font-size:19px}}
svg path{fill:var(--accent);stroke:var(--page);stroke-width:2}
.s{text-anchor:start!important}
.e{text-anchor:end!important}
.c1{opacity:.5}
.c2{opacity:.8}
.c3{opacity:.35}
.c4{opacity:.65}
.c5{opacity:.25}
label{display:block;font-weight:600}
input,textarea,select{font:inherit;color:inherit;background:var(--page);border:1px solid var(--text);
border-radius:4px;padding:var(--gap);width:100%}
input[type=checkbox]{width:1.5em;height:1.5em}
select{min-height:calc(1.5em + 2*var(--gap) + 2px)}
@media(hover:none){input,textarea,select{font-size:max(16px,1em)}}
fieldset{border:0;margin:0;padding:0;min-width:0}
form>div{margin:0 0 var(--gap)}
legend{padding:0;font-weight:600}
fieldset label{display:flex;gap:var(--gap);align-items:center;min-height:32px;font-weight:400}
fieldset input{flex:none}
button{font:inherit;background:var(--accent);color:var(--on-accent);border:0;border-radius:4px;
padding:var(--gap) calc(2*var(--gap));min-height:44px;cursor:pointer}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
small,output{display:block}
output{font-weight:600}
.trap{position:absolute;left:-9999px}`;

/** Returns the style sheet of a theme and size. */
export function stylesOf(theme: EmbedTheme, size: EmbedSize): string {
  const { page, text, line, head, headText, accent, onAccent } = themes[theme];
  const [font, gap] = sizes[size];
  const scheme = theme === 'dark' ? 'dark' : 'light';
  return `:root{color-scheme:${scheme};accent-color:${accent};--page:${page};--text:${text};--line:${line};--head:${head};--head-text:${headText};
--accent:${accent};--on-accent:${onAccent};--font:${font}px;--gap:${gap}px}${rules}`;
}
