import type forms from '../locales/tr/forms.json';

/** The rules that a form can break: keys under `forms:rules`. */
export type Rule = keyof typeof forms.rules;

type Translate = (key: `forms:rules.${Rule}`) => string;

/** Returns the texts of broken rules by field, as a form expects them. */
export const textsOf = <Name extends string>(
  t: Translate,
  problems: Partial<Record<Name, Rule | undefined>>,
): Partial<Record<Name, string>> =>
  Object.fromEntries(
    (Object.entries(problems) as [Name, Rule | undefined][]).flatMap(([name, rule]) =>
      rule === undefined ? [] : [[name, t(`forms:rules.${rule}`)]],
    ),
  ) as Partial<Record<Name, string>>;
