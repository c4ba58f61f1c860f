import type { EventDefinition } from '@hzm/contracts/core/event';
import {
  rowAdded,
  rowChanged,
  rowRemoved,
  rowRestored,
  rowsAdded,
  rowsChanged,
  rowsRemoved,
  rowsRestored,
} from '@hzm/contracts/features/rows/events';
import {
  fieldAdded,
  fieldChanged,
  fieldErased,
  fieldMoved,
  fieldRemoved,
  fieldRestored,
  relationshipAdded,
  relationshipRemoved,
  tableCreated,
  tableDeleted,
  tableErased,
  tableRenamed,
  tableRestored,
  valuesConverted,
  valuesNumbered,
} from '@hzm/contracts/features/tables/events';
import type { WebhookKind } from '@hzm/contracts/features/webhooks/webhook';

type Definitions = readonly Pick<EventDefinition, 'type'>[];

const BY_KIND: Readonly<Record<WebhookKind, Definitions>> = {
  'row-added': [rowAdded, rowsAdded],
  'row-changed': [rowChanged, rowsChanged, valuesConverted, valuesNumbered],
  'row-removed': [rowRemoved, rowsRemoved],
  'row-restored': [rowRestored, rowsRestored],
  table: [tableCreated, tableRenamed, tableDeleted, tableRestored, tableErased],
  field: [
    fieldAdded,
    fieldChanged,
    fieldRemoved,
    fieldRestored,
    fieldErased,
    fieldMoved,
    relationshipAdded,
    relationshipRemoved,
  ],
};

const kinds = new Map(
  Object.entries(BY_KIND).flatMap(([kind, definitions]) =>
    definitions.map(({ type }) => [type, kind as WebhookKind] as const),
  ),
);

/** Returns the kind of a type of event; undefined if webhooks tell nothing of it. */
export const kindOf = (type: string): WebhookKind | undefined => kinds.get(type);

/** Changes of rows that are told as the field has them, not as people wrote them. */
const OF_FIELDS: ReadonlySet<string> = new Set([valuesConverted.type, valuesNumbered.type]);

/** The type that receivers are told: one for a single row and for many. */
export const toldType = (type: string): string => {
  const kind = kindOf(type);
  return kind !== undefined && kind.startsWith('row-') && !OF_FIELDS.has(type) ? kind : type;
};
