import { choiceIn, slugOf } from '@hzm/contracts/core/choices';
import { converted } from '@hzm/contracts/core/conversion';
import { unfitNumberIn } from '@hzm/contracts/core/exact';
import { name, nameKey } from '@hzm/contracts/core/name';
import { fold, sortKey } from '@hzm/contracts/core/turkish';
import { decimalSign } from '@hzm/contracts/core/written-column';
import { readOperand, readValue } from '@hzm/contracts/features/tables/canonical';
import { FieldType, formOf, valueOf } from '@hzm/contracts/features/tables/field-types';
import { plainText } from '@hzm/contracts/features/threads/mentions';
import { equalKey, orderKey, textKey } from '@hzm/services/core/ports/value';
import { sameSecret } from '@hzm/services/core/security/same-secret';
import { replacement } from '@hzm/services/domain/features/copies/replace';
import { csvLine, sheetCell } from '@hzm/services/domain/features/row-files/export-text';
import { ColumnGuess } from '@hzm/services/domain/features/row-files/guess';
import { Budget } from '@hzm/services/domain/features/widgets/embed/budget';
import { cellText } from '@hzm/services/domain/features/widgets/embed/cell';
import { templateHtml } from '@hzm/services/domain/features/widgets/embed/template';
import { expect, it } from 'vitest';

/**
 * Long texts take time that grows as they do. What a pattern with two repetitions takes grows by
 * the square: one row with a time of a million zeros stopped the server for minutes.
 */
const LENGTH = 40_000;
/** In milliseconds of processor time; by the square these take 600 and more. */
const MOST = 250;

const many = (part: string): string => part.repeat(LENGTH / part.length);
const texts: Readonly<Record<string, string>> = {
  'a time of zeros': `10:00:00.${many('0')}1`,
  'a moment of zeros': `2026-01-01T10:00:00.${many('0')}1Z`,
  points: many('.'),
  commas: many(','),
  'groups of digits': `1${many('.111')}`,
  digits: `${many('1')}x`,
  'zeros behind a point': `0.${many('0')}1x`,
  'spaces between': `1${many(' ')}x`,
  'no name without an end': `{{${many(' ')}x`,
  'a name in spaces': `{{${many(' ')}x${many(' ')}}}`,
  brackets: many('['),
  braces: many('{{'),
  'signs of per cent': many('%'),
  minus: many('-'),
  'minus and a letter': `${many('-')}x-`,
  'e-mail of points': `a@${many('.')}@`,
  'e-mail of names': `a@${many('a.')} `,
  address: `http://${many('a.')}/ `,
  'address of slashes': `http://${many('/')} `,
  quotes: many('"'),
  'an open text': `"${many('\\"')}`,
  period: `P${many('1')}X`,
  'hours of zeros': `PT0.${many('0')}S`,
  weight: `${many('1 ')}k`,
  amount: `${many('1 ')}US`,
  places: `${many('1')},${many('1')}x`,
  mentions: many('@['),
  'an open mention': `@[${many('a')}](`,
  'dotted capitals': many('İ'),
  'half letters': many('\ud800'),
  marks: `e${many('\u0301')}`,
  'marks out of order': `a${many('\u0315')}${many('\u0316')}`,
  'line ends': many('\r\n'),
  equals: many('='),
};
const reading = {
  language: 'tr',
  timeZone: 'Europe/Istanbul',
  currency: 'TRY',
  unit: 'kg',
} as const;
const key = Buffer.alloc(32, 7);
const types = FieldType.options;

const works: Readonly<Record<string, (text: string) => void>> = {
  ...Object.fromEntries(
    types.flatMap(type => [
      [`value of ${type}`, (text: string) => valueOf[type].safeParse(text)],
      [`reading ${type}`, (text: string) => readValue(type, text, 'Europe/Istanbul')],
      [`operand of ${type}`, (text: string) => readOperand(type, text, 'Europe/Istanbul')],
      [`conversion to ${type}`, (text: string) => converted(formOf(type), text, reading)],
      [`cell of ${type}`, (text: string) => cellText('tr', type, text)],
    ]),
  ),
  replacement: text => replacement(key, { name: 'not', type: 'text' }, text, () => true),
  'replacement of a name': text => replacement(key, { name: 'ad', type: 'text' }, text, () => true),
  'replacement of a phone': text =>
    replacement(key, { name: 'telefon', type: 'text' }, text, () => true),
  'sign of decimals': decimalSign,
  guess: text => new ColumnGuess('tr').add(text),
  keys: text => [equalKey(text), orderKey(text), textKey(text), sortKey(text), fold(text)],
  slug: slugOf,
  name: text => name({ max: 50 }).safeParse(text),
  'key of a name': nameKey,
  secret: text => sameSecret(text, `${text}x`),
  'list of choices': text => choiceIn([{ id: 'a', name: 'A' }], text),
  'number that does not fit': text => unfitNumberIn(JSON.stringify({ text })),
  mentions: plainText,
  export: text => [csvLine([text], ','), sheetCell(text)],
  template: text => templateHtml(text, [{ name: 'x', type: 'text' }], {}, 'tr', new Budget()),
};

it.each(Object.entries(texts))('%s take time in proportion to their length', (_, text) => {
  const slow = Object.entries(works).flatMap(([name, work]) => {
    const before = process.threadCpuUsage();
    try {
      work(text);
    } catch {
      // A refusal is an answer; only its time counts.
    }
    const { user, system } = process.threadCpuUsage(before);
    const milliseconds = (user + system) / 1_000;
    return milliseconds > MOST ? [`${name}: ${Math.round(milliseconds)} ms`] : [];
  });
  expect(slow).toEqual([]);
});
