import { type Json, type JsonObject, memberOf } from '@hzm/contracts/core/json';
import type { Language } from '@hzm/contracts/core/language';
import type { ChartSettings } from '@hzm/contracts/features/widgets/settings';
import type { Content } from '../data.ts';
import { cellText } from './cell.ts';
import { markup, type Html } from './markup.ts';
import { textIn } from './texts.ts';

interface Point {
  readonly label: string;
  /** The figure in few characters. */
  readonly figure: string;
  readonly value: number;
}

const [WIDTH, HEIGHT, FOOT, HEAD] = [600, 240, 28, 22];
/** Maximum points of a drawing; the table has all of them. */
const MAX_POINTS = 60;
/** Maximum points whose figures stand in the drawing. */
const MAX_FIGURES = 12;
/** Minimum share of a pie that has its label beside it. */
const MIN_LABELLED = 0.03;
/** Maximum characters of a label in a drawing: a day has twelve. */
const MAX_LABEL = 12;
/** Mean width of a character, and the space between labels, in units of the drawing. */
const [CHARACTER, GAP] = [7.5, 8];

/** Returns a figure as a number; amounts count where they have one currency. */
function figureOf(value: Json | undefined): number {
  if (typeof value === 'number') return value;
  const amounts = Object.values((value ?? {}) as JsonObject);
  return amounts.length === 1 && typeof amounts[0] === 'number' ? amounts[0] : 0;
}

const compact = {
  tr: new Intl.NumberFormat('tr', { notation: 'compact', maximumFractionDigits: 1 }),
  en: new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 }),
};

const short = (label: string): string =>
  label.length > MAX_LABEL ? `${label.slice(0, MAX_LABEL - 1)}…` : label;

/** Returns the vertical place of a figure, with the zero line within the drawing. */
function scaleOf(points: readonly Point[]): (value: number) => number {
  const values = points.map(({ value }) => value);
  const [least, most] = [Math.min(0, ...values), Math.max(0, ...values)];
  const height = HEIGHT - FOOT;
  return value => Math.round(height - ((value - least) / (most - least || 1)) * (height - HEAD));
}

const labels = (points: readonly Point[]): Html[] => {
  const step = WIDTH / points.length;
  const width = CHARACTER * Math.max(...points.map(({ label }) => short(label).length));
  const each = Math.ceil((points.length * (width + GAP)) / WIDTH);
  return points.flatMap(({ label }, i) => {
    if (i % each > 0) return [];
    // The first and the last label stay within the drawing.
    const half = (short(label).length * CHARACTER) / 2;
    const x = Math.round(Math.min(WIDTH - half, Math.max(half, (i + 0.5) * step)));
    return [markup`<text x="${x}" y="${HEIGHT - 8}">${short(label)}</text>`];
  });
};

/** Draws the figures above their points, unless there are too many. */
const figures = (points: readonly Point[], y: (value: number) => number): Html[] => {
  const step = WIDTH / points.length;
  if (points.length > MAX_FIGURES) return [];
  return points.map(
    ({ figure, value }, i) =>
      markup`<text x="${Math.round((i + 0.5) * step)}" y="${y(value) - 5}">${figure}</text>`,
  );
};

function bars(points: readonly Point[]): Html {
  const y = scaleOf(points);
  const step = WIDTH / points.length;
  const width = Math.max(1, Math.round(step * 0.7));
  const drawn = points.map(({ value }, i) => {
    const [top, bottom] = [Math.min(y(value), y(0)), Math.max(y(value), y(0))];
    const x = Math.round(i * step + step * 0.15);
    const height = Math.max(1, bottom - top);
    return markup`<rect x="${x}" y="${top}" width="${width}" height="${height}"/>`;
  });
  return markup`${drawn}${figures(points, value => y(Math.max(0, value)))}${labels(points)}`;
}

function line(points: readonly Point[]): Html {
  const y = scaleOf(points);
  const step = WIDTH / points.length;
  const places = points.map(({ value }, i) => `${Math.round((i + 0.5) * step)},${y(value)}`);
  const above = figures(points, y);
  return markup`<polyline points="${places.join(' ')}"/>${above}${labels(points)}`;
}

/** Draws the label of a share beside it. @param middle of the share, as a part of the whole */
function besidePie({ label, figure }: Point, middle: number): Html {
  const angle = middle * 2 * Math.PI;
  const [x, y] = [WIDTH / 2 + 120 * Math.sin(angle), 124 - 118 * Math.cos(angle)];
  const side = Math.sin(angle) < 0 ? 'e' : 's';
  const place = markup`x="${Math.round(x)}" y="${Math.round(Math.min(HEIGHT - 4, Math.max(12, y)))}"`;
  return markup`<text class="${side}" ${place}>${short(label)}: ${figure}</text>`;
}

/** Draws shares of the positive figures, clockwise from the top. */
function pie(points: readonly Point[]): Html {
  const total = points.reduce((sum, { value }) => sum + Math.max(0, value), 0) || 1;
  const at = (share: number): string => {
    const angle = share * 2 * Math.PI;
    return `${(WIDTH / 2 + 110 * Math.sin(angle)).toFixed(1)} ${(120 - 110 * Math.cos(angle)).toFixed(1)}`;
  };
  let from = 0;
  const drawn = points.map((point, i) => {
    const { value } = point;
    // A whole circle would begin where it ends, and be drawn as nothing.
    const share = Math.min(0.9999, Math.max(0, value) / total);
    const to = from + share;
    const path = `M${WIDTH / 2} 120L${at(from)}A110 110 0 ${share > 0.5 ? 1 : 0} 1 ${at(to)}Z`;
    const label = share < MIN_LABELLED ? markup`` : besidePie(point, (from + to) / 2);
    from = to;
    return markup`<path class="c${i % 6}" d="${path}"/>${label}`;
  });
  return markup`${drawn}`;
}

const drawings = { bar: bars, line, pie };

/** Draws the figures of a chart as SVG, which needs no script. Its table stands beside it. */
export function chartHtml(
  { columns: [by], rows }: Content,
  { chart, group, value }: ChartSettings,
  language: Language,
): Html {
  const points = rows.slice(0, MAX_POINTS).map(row => {
    const figure = figureOf(memberOf(row, value.name));
    return {
      label:
        cellText(language, by?.type, memberOf(row, group.name) ?? null) || textIn(language, 'none'),
      value: figure,
      figure: compact[language].format(figure),
    };
  });
  if (points.length === 0) return markup``;
  const title = textIn(language, 'chart', { name: value.name });
  const drawn = drawings[chart](points);
  return markup`<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${title}">${drawn}</svg>`;
}
