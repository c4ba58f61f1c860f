import type { EndpointDefinition } from '@hzm/contracts/features/custom-endpoints/definition';
import type { Table } from '@hzm/contracts/features/tables/table';

/** Props of each part of the editor: the definition and its change handler. */
export interface Part<Action extends EndpointDefinition['action'] = EndpointDefinition['action']> {
  readonly definition: EndpointDefinition & { readonly action: Action };
  readonly table: Table;
  readonly tables: readonly Table[];
  readonly onChange: (definition: EndpointDefinition) => void;
  /** Returns the server's error of a member, by its path in the definition. */
  readonly faultOf: (path: string) => string | undefined;
}
