import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ranges from '@fontsource-variable/inter/unicode.json' with { type: 'json' };
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

/** Font weights used by the styles. */
const WEIGHTS = { min: 400, max: 720 };
/**
 * Characters used by screens in both languages: ASCII, Turkish letters, and signs of typography,
 * arrows and money.
 */
const LETTERS = [
  ...Array.from({ length: 95 }, (_, n) => String.fromCodePoint(32 + n)),
  ...Array.from('çğıöşüâîûÇĞİÖŞÜÂÎÛ\u00A0–—‘’“”…•·×±°©←↑→↓−€₺'),
];
const PARTS = ['latin', 'latin-ext'] as const;
const STYLES = 'virtual:cut-fonts.css';

/** A subset of a font. */
export interface CutFont {
  readonly fileName: string;
  readonly source: Buffer;
  readonly letters: readonly string[];
}

const isWithin = (letter: string, range: string): boolean =>
  range.split(',').some(part => {
    const [from, to = from] = part
      .slice(2)
      .split('-')
      .map(hex => Number.parseInt(hex, 16));
    return letter.codePointAt(0)! >= from! && letter.codePointAt(0)! <= to!;
  });

async function cut(part: (typeof PARTS)[number]): Promise<CutFont> {
  const letters = LETTERS.filter(letter => isWithin(letter, ranges[part]));
  const font = readFileSync(
    fileURLToPath(
      import.meta.resolve(`@fontsource-variable/inter/files/inter-${part}-wght-normal.woff2`),
    ),
  );
  const source = await subsetFont(font, letters.join(''), {
    targetFormat: 'woff2',
    variationAxes: { wght: WEIGHTS },
  });
  return {
    fileName: `assets/inter-${part}-cut-${createHash('sha256').update(source).digest('base64url').slice(0, 8)}.woff2`,
    source,
    letters,
  };
}

let cuts: Promise<CutFont[]> | undefined;
/** The subsets of Inter that every screen needs, made once. */
export const cutFonts = (): Promise<CutFont[]> => (cuts ??= Promise.all(PARTS.map(cut)));

const face = ({ fileName, letters }: CutFont): string => `@font-face {
  font-family: 'Inter Variable';
  font-style: normal;
  font-display: optional;
  font-weight: ${WEIGHTS.min} ${WEIGHTS.max};
  src: url('/${fileName}') format('woff2-variations');
  unicode-range: ${letters.map(letter => `U+${letter.codePointAt(0)!.toString(16)}`).join(', ')};
}`;

/**
 * Provides `virtual:cut-fonts.css`, whose faces precede the full ones of the same family for their
 * letters.
 */
export function fonts(): Plugin {
  return {
    name: 'fonts',
    resolveId: id => (id === STYLES ? `\0${STYLES}` : undefined),
    load: async id => (id === `\0${STYLES}` ? (await cutFonts()).map(face).join('\n') : undefined),
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        cutFonts()
          .then(all => {
            const font = all.find(({ fileName }) => request.url === `/${fileName}`);
            if (!font) return next();
            response.setHeader('Content-Type', 'font/woff2');
            response.end(font.source);
          })
          .catch(next);
      });
    },
    async generateBundle() {
      if (this.environment.name === 'client')
        for (const { fileName, source } of await cutFonts())
          this.emitFile({ type: 'asset', fileName, source });
    },
  };
}
