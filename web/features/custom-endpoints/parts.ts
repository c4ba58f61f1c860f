import type { EndpointDefinition } from '@hzm/contracts/features/custom-endpoints/definition';
import type { Table } from '@hzm/contracts/features/tables/table';

/**
 * What every part of the builder is given: the definition as it is being written, and how to write
 * it.
 */
export interface Part<Action extends EndpointDefinition['action'] = EndpointDefinition['action']> {
  readonly definition: EndpointDefinition & { readonly action: Action };
  readonly table: Table;
  readonly tables: readonly Table[];
  readonly onChange: (definition: EndpointDefinition) => void;
  /** What the server found wrong with a member, by its path in the definition. */
  readonly faultOf: (path: string) => string | undefined;
}

/** A list with one item replaced, or without it. */
export const replaced = <Item>(
  items: readonly Item[],
  index: number,
  item: Item | undefined,
): Item[] => items.flatMap((one, i) => (i === index ? (item === undefined ? [] : [item]) : [one]));
