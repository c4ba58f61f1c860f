import { numberSigns } from '@hzm/contracts/core/written-number';
import { createElement, Fragment, type ReactNode } from 'react';
import { useLanguage } from '../../lib/use-language.ts';
import { readFormula, type Part } from './model/formula.ts';

const elements = {
  number: 'mn',
  name: 'mi',
  sign: 'mo',
  row: 'mrow',
  fraction: 'mfrac',
  power: 'msup',
  index: 'msub',
  root: 'msqrt',
} as const;

/** Draws a part in MathML, with the decimal sign of the language. */
function draw(part: Part, decimal: string): ReactNode {
  const element = elements[part.kind];
  if ('text' in part)
    return createElement(
      element,
      part.text === '|' ? { stretchy: 'false' } : {},
      part.kind === 'number' ? part.text.replace('.', decimal) : part.text,
    );
  return createElement(
    element,
    {},
    ...part.parts.map((inner, index) =>
      createElement(Fragment, { key: index }, draw(inner, decimal)),
    ),
  );
}

/** A formula or a step, drawn as in a textbook; screen readers read MathML. */
export function Formula({ text, block = false }: { text: string; block?: boolean }) {
  const decimal = numberSigns[useLanguage()].decimal;
  return createElement(
    'math',
    { display: block ? 'block' : 'inline', 'data-formula': text },
    draw(readFormula(text), decimal),
  );
}
