import { collection } from '@hzm/contracts/core/collection';
import type { Reading } from '@hzm/contracts/core/conversion';
import type { Position } from '@hzm/contracts/core/position';
import type { Form } from '@hzm/contracts/core/value-schemas';
import { projectDeleted } from '@hzm/contracts/features/projects/events';
import {
  fieldChanged,
  fieldErased,
  fieldRemoved,
  tableDeleted,
  tableErased,
  valuesConverted,
} from '@hzm/contracts/features/tables/events';
import { formOf } from '@hzm/contracts/features/tables/field-types';
import { drop, dropWhere, patch, put } from '../../core/changes.ts';
import { on, projection } from '../../core/projection.ts';

/** A field whose values are being converted; `id` is the field's. */
export type ConversionDoc = {
  readonly id: string;
  readonly projectId: string;
  readonly tableId: string;
  /** Position of the change of the field's type. */
  readonly change: Position;
  readonly form: Form;
  readonly reading: Reading;
  /** The field's form since a later change without a reading, such as a transfer. */
  readonly later?: Form;
};

/** Whether a field has another form by now, in which nothing is converted. */
export const isSuperseded = ({ form, later = form }: ConversionDoc): boolean => later !== form;

export const conversionDocs = collection<ConversionDoc>({
  name: 'conversions',
  owner: 'projectId',
  indexes: [['tableId'], ['projectId']],
});

/** The fields whose values wait to be converted to another type. */
export const conversions = projection({
  name: 'conversions',
  version: 2,
  collections: [conversionDocs],
  isPointInTime: true,
  on: [
    on(fieldChanged, ({ data: { projectId, tableId, fieldId, field, reading }, position }) =>
      reading
        ? [
            put(conversionDocs, {
              id: fieldId,
              projectId,
              tableId,
              change: position,
              form: formOf(field.type),
              reading,
            }),
          ]
        : [patch(conversionDocs, { id: fieldId, set: { later: formOf(field.type) } })],
    ),
    on(valuesConverted, ({ data: { fieldId, change, isLast } }) =>
      isLast ? [dropWhere(conversionDocs, { id: fieldId, change })] : [],
    ),
    on(fieldRemoved, ({ data }) => (data.field ? [] : [drop(conversionDocs, data.fieldId)])),
    on(fieldErased, ({ data }) => [drop(conversionDocs, data.fieldId)]),
    on(tableDeleted, ({ data }) =>
      data.kept ? [] : [dropWhere(conversionDocs, { tableId: data.tableId })],
    ),
    on(tableErased, ({ data }) => [dropWhere(conversionDocs, { tableId: data.tableId })]),
    on(projectDeleted, ({ data }) => [dropWhere(conversionDocs, { projectId: data.projectId })]),
  ],
});
