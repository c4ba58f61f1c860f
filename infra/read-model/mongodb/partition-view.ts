import type { Slots } from './field-slots.ts';
import type { Layout } from './layout.ts';
import type { TimedDocuments } from './timed-documents.ts';
import type { Totals } from './totals.ts';

export interface PartitionView {
  readonly documents: TimedDocuments;
  readonly layout: Layout;
  readonly partition: string;
  readonly slotsOf: (members: readonly string[]) => Promise<Slots>;
  readonly totals: Totals;
}
