import { isGiven } from '../../core/everyday.ts';
import type { Field } from './table.ts';

/** Returns the fields that are written; the product gives the values of the others. */
export const writtenFields = <Of extends Pick<Field, 'type'>>(fields: readonly Of[]): Of[] =>
  fields.filter(({ type }) => !isGiven(type));
