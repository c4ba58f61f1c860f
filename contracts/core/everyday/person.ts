import { choiceIn } from '../choices.ts';
import { Id } from '../ids.ts';
import type { Json } from '../json.ts';
import type { EverydayType } from './definition.ts';

const idIn = (text: string): string | undefined => Id.safeParse(text.trim()).data?.toLowerCase();

/** A person of the project, as the id of an account. Choices are the people that a text may name. */
export const person: EverydayType = {
  value: Id,
  canonical: value => (value as string).toLowerCase(),
  from: (value: Json, choices) =>
    typeof value !== 'string' ? undefined : choices ? choiceIn(choices, value) : idIn(value),
  operand: idIn,
  hasPeople: true,
  example: '0197f3a2-6c1e-7d40-8b52-3e9a1c7d5f60',
};
