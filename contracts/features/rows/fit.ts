import * as z from 'zod';
import { Id } from '../../core/ids.ts';

const Value = z.json();
/** A value that a check tells, or the beginning of a long one. */
export type FitValue = z.output<typeof Value>;

/** The checked rows of a table whose value would not fit a change, with the first reason of each. */
export const fitOf = <Reason extends string>(reasons: readonly [Reason, ...Reason[]]) =>
  z.object({
    /** Checked rows; `isAll` means that there are no others. */
    rows: z.int(),
    isAll: z.boolean(),
    /** The number of checked rows that would not fit, and the first of them. */
    unfit: z.int(),
    first: z.array(
      z.object({ rowId: Id, name: z.string(), value: Value, reason: z.enum(reasons) }),
    ),
  });
