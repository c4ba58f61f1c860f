/**
 * One line of the table. `ratio` is relative to the ceiling of the same run; the target applies to
 * it or to the value.
 */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly ceiling?: number;
  readonly target?: { readonly atLeast: number } | { readonly atMost: number };
  /** The measure that the target applies to. */
  readonly of?: 'value' | 'ratio';
  readonly more?: Readonly<Record<string, number>>;
}

export const ratioOf = ({ value, ceiling }: Figure): number | undefined =>
  ceiling === undefined ? undefined : value / ceiling;

/** Returns undefined without a target. */
export function isMet(figure: Figure): boolean | undefined {
  const { target, of = 'ratio', value } = figure;
  const measured = of === 'value' ? value : ratioOf(figure);
  if (target === undefined || measured === undefined) return undefined;
  return 'atLeast' in target ? measured >= target.atLeast : measured <= target.atMost;
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
export const percentile = (values: readonly number[], p: number): number =>
  values.toSorted((a, b) => a - b)[
    Math.min(values.length - 1, Math.floor((values.length * p) / 100))
  ]!;

const shown = (n: number): string =>
  n >= 100 ? Math.round(n).toLocaleString('en-US') : n.toPrecision(3).replace(/\.?0+$/, '');

function line(figure: Figure): string[] {
  const { name, value, unit, ceiling, target, of = 'ratio' } = figure;
  const ratio = ratioOf(figure);
  const met = isMet(figure);
  const wanted =
    target === undefined
      ? ''
      : `${'atLeast' in target ? '≥' : '≤'} ${'atLeast' in target ? target.atLeast : target.atMost}${of === 'value' ? ` ${unit}` : ' ×'}`;
  return [
    name,
    `${shown(value)} ${unit}`,
    ceiling === undefined ? '' : shown(ceiling),
    ratio === undefined ? '' : `${ratio.toFixed(2)} ×`,
    wanted,
    met === undefined ? '' : met ? 'yes' : 'no',
  ];
}

export function table(figures: readonly Figure[]): string {
  const lines = [['figure', 'HZM', 'ceiling', 'ratio', 'target', 'met'], ...figures.map(line)];
  const widths = lines[0]!.map((_, column) =>
    Math.max(...lines.map(cells => cells[column]!.length)),
  );
  const text = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`;
  return [
    text(lines[0]!),
    `|${widths.map(width => '-'.repeat(width + 2)).join('|')}|`,
    ...lines.slice(1).map(text),
  ].join('\n');
}
