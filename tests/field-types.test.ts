import { everydayOf } from '@hzm/contracts/core/everyday';
import { exampleOfForm } from '@hzm/contracts/features/tables/example-value';
import {
  fieldTypeGroups,
  formOf,
  type FieldType,
  valueOf,
} from '@hzm/contracts/features/tables/field-types';
import { numberTypes, validationKeys } from '@hzm/contracts/features/tables/field-validation';
import { isMathCapable } from '@hzm/contracts/features/tables/math-capable';
import { expect, it } from 'vitest';

const row = (...cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
const code = (texts: readonly string[]): string => texts.map(text => `\`${text}\``).join(', ');

const exampleOf = (type: FieldType): unknown =>
  everydayOf(type)?.example ?? exampleOfForm[formOf(type)];

function page(): string {
  const groups = Object.entries(fieldTypeGroups).map(([group, types]) => {
    const rows = types.map((type: FieldType) =>
      row(
        `\`${type}\``,
        `\`${JSON.stringify(exampleOf(type))}\``,
        code(validationKeys(type)),
        numberTypes.has(type) ? 'number' : '',
        isMathCapable(type) ? '●' : '',
      ),
    );
    return [
      `## ${group}`,
      '',
      row('type', 'a value', 'rules', 'compared as', 'calculates'),
      '|---|---|---|---|---|',
      ...rows,
      '',
    ].join('\n');
  });
  return [
    '# Field types',
    '',
    'Generated from the contracts by `tests/field-types.test.ts`; `npx vitest run tests/field-types.test.ts -u` writes it again.',
    'The group *everyday* is the ninth, beside the 36 types of the specification ([decision 0045](decisions/0045-choices.md)).',
    '',
    ...groups,
  ].join('\n');
}

it('the page of field types is current', async () => {
  await expect(page()).toMatchFileSnapshot('../docs/field-types.md');
});

it('every type accepts the value that its page shows', () => {
  const refused = Object.values(fieldTypeGroups)
    .flat()
    .filter((type: FieldType) => !valueOf[type].safeParse(exampleOf(type)).success);
  expect(refused).toEqual([]);
});
