import * as z from 'zod';
import type { EverydayType } from './definition.ts';

/** The moment of the row's last change. */
export const updatedAt: EverydayType = {
  value: z.iso.datetime(),
  from: () => undefined,
  form: 'moment',
  isGiven: true,
  member: 'updated_at',
  example: '2026-02-28T10:00:00.000Z',
};
