import type { Field, Table } from '@hzm/contracts/features/tables/table';
import type { Ref } from 'react';
import type { Words } from '../../lib/values/value-text.ts';
import type { Show } from './body/use-show.ts';
import type { Cursor } from './cells/use-cursor.ts';
import type { Painter } from './model/paint.ts';
import type { View } from './model/view.ts';
import type { Lines } from './sync/lines.ts';
import type { GridSession } from './sync/session.ts';
import type { Grid } from './sync/state.ts';

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
  /** Opens the files of a cell, and sends some more to it. */
  readonly onFiles: (rowId: string, field: Field, files?: readonly File[]) => void;
}

/** The methods of the shown rows that other parts of the screen call. */
export interface GridHandle {
  /**
   * Brings a row into sight, now or as soon as it is there, and takes the focus there if it should.
   */
  readonly show: (rowId: string, field?: string, focus?: boolean) => void;
  readonly turn: (way: 'undo' | 'redo') => void;
  /** Opens the bar that finds a text in the cells, or takes the focus back to it; of a grid only. */
  readonly find?: () => void;
}

/** Props of rows in every layout: a grid, cards, or a board. */
export interface RowsProps {
  readonly ref: Ref<GridHandle>;
  readonly table: Table;
  /** Every field that may be shown. */
  readonly all: readonly Field[];
  readonly view: View;
  readonly session: GridSession;
  /** Gives rows their colours; absent without any. */
  readonly paint: Painter | undefined;
  readonly words: Words;
  /** Tells a person who may not see the screen. */
  readonly say: (text: string) => void;
}

/** Props of rows that stand one after the other. */
export interface LinesProps extends RowsProps {
  readonly grid: Grid;
  readonly lines: Lines;
  /** The rows that are shown: those of the view, or of one of its groups. */
  readonly shown: View;
  readonly onView: (view: View) => void;
}
