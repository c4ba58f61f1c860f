import { basic } from '@hzm/contracts/features/math/basic';
import { calculations, OPERATION_COUNT } from '@hzm/contracts/features/math/catalogue';
import type { Operation } from '@hzm/contracts/features/math/operation';
import { units } from '@hzm/contracts/features/math/units';

const inputsOf = ({ inputs }: Operation): string =>
  Object.entries(inputs)
    .map(([name, { label, unit, example }]) => {
      const meaning = label.en + (unit ? `, ${unit.en}` : '');
      return `\`${name}\` (${meaning}; ${JSON.stringify(example)})`;
    })
    .join(', ');

const rowOf = (operation: Operation): string =>
  `| \`${operation.name}\` | ${[
    `${operation.title.en} · ${operation.title.tr}`,
    operation.about.en,
    `\`${operation.formula}\``,
    inputsOf(operation),
  ]
    .map(text => text.replaceAll('|', '\\|'))
    .join(' | ')} |`;

const tableOf = (
  title: string,
  call: string,
  operations: readonly Operation[],
): string => `## ${title}
\`${call}\`

| operation | name | meaning | formula | inputs and examples |
|---|---|---|---|---|
${operations.map(rowOf).join('\n')}
`;

/** Writes docs/math.md from the definitions. */
export const mathPage = (): string => `# Math

The ${OPERATION_COUNT} operations of \`/api/v1/math\`, written from their definitions in \`contracts/features/math\` (decision [0040](decisions/0040-math.md)). Limits are in [api.md](api.md#how-much).

${tableOf('Two numbers', 'POST /math/basic {operation, num1, num2}', basic)}
${tableOf('Matrices', 'POST /math/science {operation, data}', calculations.matrix)}
${tableOf('Statistics', 'POST /math/statistics {operation, data}', calculations.statistics)}
${tableOf('Finance', 'POST /math/finance {operation, data}', calculations.finance)}
${tableOf('Science', 'POST /math/science {operation, data}', calculations.science)}
## Units
\`POST /math/science {operation: "unit_conversion", data: {value, fromUnit, toUnit, type}}\`

| type | units |
|---|---|
${Object.entries(units)
  .map(
    ([type, list]) =>
      `| \`${type}\` | ${list.map(({ name, title }) => `\`${name}\` ${title.en}`).join(', ')} |`,
  )
  .join('\n')}
`;
