import * as z from 'zod';
import type { EverydayType } from './definition.ts';

/** The moment at which the row was made. */
export const createdAt: EverydayType = {
  value: z.iso.datetime(),
  from: () => undefined,
  form: 'moment',
  isGiven: true,
  member: 'created_at',
  example: '2026-02-28T10:00:00.000Z',
};
