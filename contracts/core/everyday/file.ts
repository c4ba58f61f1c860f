import * as z from 'zod';
import { Id } from '../ids.ts';
import type { EverydayType } from './definition.ts';

/** Maximum files of one cell. */
export const MAX_CELL_FILES = 10;

/** Files of a row, as their ids. Calls of their own add them and take them out. */
export const file: EverydayType = {
  value: z.array(Id).min(1).max(MAX_CELL_FILES),
  from: () => undefined,
  isGiven: true,
  hasFiles: true,
  isList: true,
  example: ['0197f3a2-6c1e-7d40-8b52-3e9a1c7d5f60'],
};
