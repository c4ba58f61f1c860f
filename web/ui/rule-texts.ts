import type forms from '../locales/tr/forms.json';

/** The rules a form can break: keys under `forms:rules`. */
export type Rule = keyof typeof forms.rules;

type Translate = (key: `forms:rules.${Rule}`) => string;

/** The texts of what is wrong, by field, as a form wants them. */
export const textsOf = <Name extends string>(
  t: Translate,
  problems: Partial<Record<Name, Rule | undefined>>,
): Partial<Record<Name, string>> =>
  Object.fromEntries(
    (Object.entries(problems) as [Name, Rule | undefined][]).flatMap(([name, rule]) =>
      rule === undefined ? [] : [[name, t(`forms:rules.${rule}`)]],
    ),
  ) as Partial<Record<Name, string>>;
