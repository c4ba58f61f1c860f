import type { Field } from '@hzm/contracts/features/tables/table';
import type { Words } from '../../lib/values/value-text.ts';
import type { Show } from './body/use-show.ts';
import type { Cursor } from './cells/use-cursor.ts';
import type { Lines } from './sync/lines.ts';
import type { GridSession } from './sync/session.ts';

export interface GridContext {
  readonly session: GridSession;
  readonly lines: Lines;
  /** Those that are shown, in their order, and all that may be. */
  readonly fields: readonly Field[];
  readonly all: readonly Field[];
  readonly words: Words;
  readonly cursor: Cursor;
  /** Tells a person who may not see the screen. */
  readonly say: (text: string) => void;
  readonly show: Show;
}
