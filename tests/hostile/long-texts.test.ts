import { choiceIn, slugOf } from '@hzm/contracts/core/choices';
import { converted } from '@hzm/contracts/core/conversion';
import { unfitNumberIn } from '@hzm/contracts/core/exact';
import { name, nameKey } from '@hzm/contracts/core/name';
import { fold, sortKey } from '@hzm/contracts/core/turkish';
import { decimalSign } from '@hzm/contracts/core/written-column';
import { safeFileName } from '@hzm/contracts/features/attachments/file-name';
import { masterLogin } from '@hzm/contracts/features/master/api';
import { readOperand, readValue } from '@hzm/contracts/features/tables/canonical';
import { FieldType, formOf, valueOf } from '@hzm/contracts/features/tables/field-types';
import { plainText } from '@hzm/contracts/features/threads/mentions';
import { FileRecords } from '@hzm/infra/row-files/record-reader';
import { equalKey, orderKey, textKey } from '@hzm/services/core/ports/value';
import { sameSecret } from '@hzm/services/core/security/same-secret';
import { replacement } from '@hzm/services/domain/features/copies/replace';
import { columnsOf } from '@hzm/services/domain/features/row-files/columns';
import { csvLine, sheetCell } from '@hzm/services/domain/features/row-files/export-text';
import { ColumnGuess } from '@hzm/services/domain/features/row-files/guess';
import { includedFields } from '@hzm/services/domain/features/rows/included';
import { fieldNamed } from '@hzm/services/domain/features/rows/query';
import { cellsOf } from '@hzm/services/domain/features/rows/validate';
import { clockIn } from '@hzm/services/domain/features/tables/value-clock';
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
  'an open text behind a number': `1e1"${many('\\"')}`,
  'zeros and a one': `0.${many('0')}1`,
  'points and spaces': `a${many('. ')}b`,
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
const clock = clockIn('Europe/Istanbul', new Date(0));
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
  'name of a file': safeFileName,
  'name of a member': text => cellsOf([], { [text]: 1 }, false, clock),
  'name of a column': text => columnsOf([], text, false),
  'name of a condition': text => fieldNamed([], text, 'filter'),
  'name of what is included': text => includedFields([], text),
  'e-mail of a master': text => masterLogin.body.safeParse({ master_email: text }),
  mentions: plainText,
  export: text => [csvLine([text], ','), sheetCell(text)],
  template: text => templateHtml(text, [{ name: 'x', type: 'text' }], {}, 'tr', new Budget()),
};

const milliseconds = (before: NodeJS.CpuUsage): number => {
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
};
const spentOn = (work: () => void): number => {
  const before = process.threadCpuUsage();
  try {
    work();
  } catch {
    // A refusal is an answer; only its time counts.
  }
  return milliseconds(before);
};

it.each(Object.entries(texts))('%s take time in proportion to their length', (_, text) => {
  const slow = Object.entries(works).flatMap(([name, work]) => {
    const spent = spentOn(() => work(text));
    return spent > MOST ? [`${name}: ${Math.round(spent)} ms`] : [];
  });
  expect(slow).toEqual([]);
});

const columnsOfOneName = Array.from({ length: 1_000 }, () => 'a'.repeat(100)).join();
const quotesBehindQuotes = `{"a":1e1,"${many('\\"')}\\\n"}`;

it.each([
  ['columns of one name', columnsOfOneName],
  ['a row of JSON that is none', quotesBehindQuotes],
])('files with %s take time in proportion to their length', async (_, text) => {
  const bytes = Buffer.from(text);
  const records = new FileRecords(async function* read(from, to) {
    yield bytes.subarray(from, to);
  }, bytes.length);
  const before = process.threadCpuUsage();
  await records.detect({ header: true }).catch(() => undefined);
  expect(milliseconds(before)).toBeLessThan(MOST);
});
