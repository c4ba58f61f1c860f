import type forms from '../locales/tr/forms.json';

/** The rules a form can break: keys under `forms:rules`. */
export type Rule = keyof typeof forms.rules;

type Translate = (key: `forms:rules.${Rule}`) => string;

/** The texts of what is wrong, by field, as a form wants them. */
export const textsOf = <Name extends string>(t: Translate, problems: Partial<Record<Name, Rule>>): Partial<Record<Name, string>> =>
  Object.fromEntries(Object.entries(problems).map(([name, rule]) => [name, t(`forms:rules.${rule as Rule}`)])) as Partial<Record<Name, string>>;
