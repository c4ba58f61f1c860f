import type { Json } from '@hzm/contracts/core/json';
import type { OptionColor } from '@hzm/contracts/features/tables/options';

/** A colour with the rule that gave it. */
export interface Paint {
  readonly color: OptionColor;
  /** The number of the rule, from 1, which stands beside the colour. */
  readonly place: number;
  /** The rule in words. */
  readonly text: string;
}

/** The colours of a row, and of its cells by field. */
export interface Painted {
  readonly row: Paint | undefined;
  readonly cells: ReadonlyMap<string, Paint>;
}

/** Paints rows: the same for the same values. */
export type Painter = (values: { readonly [field: string]: Json | undefined }) => Painted;
