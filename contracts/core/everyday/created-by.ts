import type { EverydayType } from './definition.ts';
import { person } from './person.ts';

/** The account or the API key that added the row. */
export const createdBy: EverydayType = {
  ...person,
  from: () => undefined,
  form: 'person',
  isGiven: true,
  member: 'created_by',
};
