import { readFileSync } from 'node:fs';
import { optionColors } from '@hzm/contracts/features/tables/options';
import { describe, expect, it } from 'vitest';

const css = readFileSync(new URL('./tone.module.css', import.meta.url), 'utf8');
const luminance = (hex: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map(at => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map(part => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};
const contrast = (one: string, other: string): number => {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
};

describe('colour of an option', () => {
  it.each(optionColors)('has an AA contrast in light and dark: %s', color => {
    const rule = new RegExp(
      `'${color}'\\] .*?--tone: light-dark\\((#\\w{6}), (#\\w{6})\\);` +
        `\\s*--tone-text: light-dark\\((#\\w{6}), (#\\w{6})\\)`,
      's',
    ).exec(css);
    const [, light = '', dark = '', onLight = '', onDark = ''] = rule ?? [];
    expect(contrast(light, onLight)).toBeGreaterThan(4.5);
    expect(contrast(dark, onDark)).toBeGreaterThan(4.5);
  });
});
