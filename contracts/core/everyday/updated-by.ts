import type { EverydayType } from './definition.ts';
import { person } from './person.ts';

/** The account or the API key that changed the row last. */
export const updatedBy: EverydayType = {
  ...person,
  from: () => undefined,
  form: 'person',
  isGiven: true,
  member: 'updated_by',
};
