import type { FieldKey } from '@hzm/contracts/core/field-key';
import { positionOf } from '@hzm/contracts/core/position';
import type { ChangeOf } from '@hzm/projections/core/changes';
import type { RowDoc } from '@hzm/projections/features/rows/rows';
import type { TableDoc } from '@hzm/projections/features/tables/tables';
import { describe, expect, it } from 'vitest';
import type { BufferedEvent } from '../replay-buffer.ts';
import { rowPart, versionBefore, type SeenRow } from './rows.ts';

const field = (id: string, name: string) => ({
  id,
  name,
  type: 'string' as const,
  required: false,
  description: '',
  validation: {},
  isHidden: name === 'gizli',
  position: positionOf(1),
});
const table: TableDoc = {
  id: 't',
  projectId: 'p',
  name: 'T',
  fields: { f1: field('f1', 'ad'), f2: field('f2', 'gizli') },
  order: ['f2'],
  createdAt: '',
  updatedAt: '',
  position: positionOf(1),
};
const of = { collection: 'rows', partition: 't', id: 'r' };
const part = (
  change: ChangeOf<RowDoc>,
  version = 4,
  fieldKey: FieldKey = 'name',
  seen: readonly SeenRow[] = [],
) =>
  rowPart(change, {
    table,
    position: positionOf(9),
    versions: new Map([['r', version]]),
    seen: new Map(seen.map(row => [row.id, row])),
    fieldKey,
  });

describe('change of a row', () => {
  it('as a conversion has the present value of one field, and the version that the row had', () => {
    const row = {
      id: 'r',
      updated_at: 'u',
      created_by: null,
      updated_by: null,
      version: 3,
      position: positionOf(8),
      converted: { f1: 1.5 },
    };
    const change = { op: 'reform', ...of, path: 'values.f1' } as const;
    expect(part(change, 2, 'name', [row])).toEqual([
      {
        op: 'patch',
        kind: 'row',
        id: 'r',
        version: 2,
        patch: { updated_at: 'u', _version: 2, ad: 1.5 },
      },
    ]);
    expect(part(change)).toEqual([]);
  });

  it('is told with its own version, less by later changes, of which conversions change none', () => {
    const later = (n: number, change: ChangeOf<RowDoc>) =>
      ({ event: { position: positionOf(n) }, changes: [change] }) as unknown as BufferedEvent;
    const doc = { id: 'r', position: positionOf(12), version: 5 };
    const reform = later(10, { op: 'reform', ...of, path: 'values.f1' });
    const patch = (n: number) => later(n, { op: 'patch', ...of, set: { updated_at: 'u' } });
    expect(versionBefore(doc, [reform, patch(11), patch(12), patch(13)])).toBe(3);
    expect(versionBefore(doc, [later(11, { op: 'drop', ...of }), patch(12)])).toBeUndefined();
  });

  it('as a put has one value per field, in the order of the fields', () => {
    const doc = {
      id: 'r',
      tableId: 't',
      created_at: 'c',
      updated_at: 'u',
      created_by: null,
      updated_by: null,
      version: 3,
      position: positionOf(9),
      revision: 2,
      values: { f1: 'x', gone: 'y' },
    };
    const [put] = part({ op: 'put', ...of, doc });
    expect(put).toEqual({
      op: 'put',
      kind: 'row',
      id: 'r',
      version: 3,
      doc: { id: 'r', created_at: 'c', updated_at: 'u', _version: 3, gizli: null, ad: 'x' },
    });
    expect(Object.keys(put?.doc ?? {})).toEqual([
      'id',
      'created_at',
      'updated_at',
      '_version',
      'gizli',
      'ad',
    ]);
  });

  it('as a patch has the changed existing fields by name, and the new version', () => {
    const set = {
      'values.f1': 'x',
      'values.gone': 'y',
      updated_at: 'u',
      created_by: null,
      updated_by: null,
      position: positionOf(9),
      revision: 3,
    };
    expect(part({ op: 'patch', ...of, set })).toEqual([
      {
        op: 'patch',
        kind: 'row',
        id: 'r',
        version: 4,
        patch: { updated_at: 'u', _version: 4, ad: 'x' },
      },
    ]);
  });

  it('has values by field id if requested', () => {
    const own = { id: 'r', created_at: 'c', updated_at: 'u' };
    const doc = {
      ...own,
      created_by: null,
      updated_by: null,
      tableId: 't',
      version: 3,
      position: positionOf(9),
      revision: 2,
      values: { f1: 'x', gone: 'y' },
    };
    const put = part({ op: 'put', ...of, doc }, 3, 'id')[0];
    expect(put?.doc).toEqual({ ...own, _version: 3, f2: null, f1: 'x' });
    const set = { 'values.f1': 'z', updated_at: 'u', position: positionOf(9), revision: 3 };
    const patch = part({ op: 'patch', ...of, set }, 4, 'id')[0];
    expect(patch?.patch).toEqual({ updated_at: 'u', _version: 4, f1: 'z' });
  });

  it('as a drop is newer than any version, and an add is no change', () => {
    expect(part({ op: 'drop', ...of })).toEqual([{ op: 'drop', kind: 'row', id: 'r', version: 9 }]);
    expect(part({ op: 'add', ...of, by: { version: 1 } })).toEqual([]);
  });
});
