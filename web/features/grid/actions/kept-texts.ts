import { hasFiles, isGiven } from '@hzm/contracts/core/everyday';
import type { Field } from '@hzm/contracts/features/tables/table';

type Typed = Pick<Field, 'type'>;

const texts = [
  ['said.givenKept', ({ type }: Typed) => isGiven(type) && !hasFiles(type)],
  ['said.filesKept', ({ type }: Typed) => hasFiles(type)],
] as const;

/** Returns the texts that say which fields a change of cells left as they were. */
export const keptTexts = (fields: readonly Typed[]) =>
  texts.flatMap(([text, isKept]) => (fields.some(isKept) ? [text] : []));
