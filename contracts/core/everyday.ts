import { autoNumber } from './everyday/auto-number.ts';
import { createdAt } from './everyday/created-at.ts';
import { createdBy } from './everyday/created-by.ts';
import type { EverydayType } from './everyday/definition.ts';
import { email } from './everyday/email.ts';
import { file } from './everyday/file.ts';
import { multiSelect } from './everyday/multi-select.ts';
import { person } from './everyday/person.ts';
import { phone } from './everyday/phone.ts';
import { select } from './everyday/select.ts';
import { stars } from './everyday/stars.ts';
import { updatedAt } from './everyday/updated-at.ts';
import { updatedBy } from './everyday/updated-by.ts';
import { url } from './everyday/url.ts';

const types = {
  select,
  multi_select: multiSelect,
  email,
  url,
  phone,
  stars,
  person,
  created_at: createdAt,
  updated_at: updatedAt,
  created_by: createdBy,
  updated_by: updatedBy,
  auto_number: autoNumber,
  file,
};
export type EverydayName = keyof typeof types;

/** The types of which each is a file; its form has the name of the type. */
export const everyday = Object.entries(types) as readonly (readonly [EverydayName, EverydayType])[];
export const everydayNames = everyday.map(([name]) => name);

/** Returns the definition of an everyday type; undefined for the other types. */
export const everydayOf = (type: string): EverydayType | undefined =>
  Object.hasOwn(types, type) ? types[type as EverydayName] : undefined;

/** Whether a value of a type is a list of several options. */
export const hasLists = (type: string): boolean => everydayOf(type)?.isList === true;

/** Whether the values of a type are options of its field. */
export const hasOptions = (type: string): boolean => everydayOf(type)?.hasOptions === true;

/** Whether the values of a type are people of the project. */
export const hasPeople = (type: string): boolean => everydayOf(type)?.hasPeople === true;

/** Whether the values of a type are files of their row. */
export const hasFiles = (type: string): boolean => everydayOf(type)?.hasFiles === true;

/** Whether the product gives the values of a type, so that nobody writes them. */
export const isGiven = (type: string): boolean => everydayOf(type)?.isGiven === true;
