import { sameJson } from '@hzm/contracts/core/json';
import type { Field, Table } from '@hzm/contracts/features/tables/table';
import { useState } from 'react';
import { groupFilter, withClosed, withinGroup } from '../model/figures.ts';
import type { View } from '../model/view.ts';
import { useSummary, type Group, type Summarized } from './use-summary.ts';

export interface Groups {
  /** The field that rows are grouped by. */
  readonly field: Field | undefined;
  readonly summarized: Summarized;
  /** The figures under the columns: those of the open group, or of all rows. */
  readonly under: Summarized;
  /** The filter of the open group; null for none. */
  readonly opened: Group['filter'];
  readonly open: (filter: Group['filter'] | undefined) => void;
  /** Opens or closes all groups. */
  readonly openAll: (isAll: boolean) => void;
  /** Shows one of all open groups as the grid. */
  readonly edit: (filter: NonNullable<Group['filter']>) => void;
  /** The view of the rows that are shown: those of the open group, or all. */
  readonly rows: View;
}

const ofGroup = (summary: Summarized['summary'], opened: Group['filter']): Summarized['summary'] =>
  summary?.groups?.find(({ filter }) => sameJson(filter, opened)) ?? null;

/** The figures of a view, and the group that is open. */
export function useGroups(
  table: Table,
  fields: readonly Field[],
  view: View,
  onView: (view: View) => void,
): Groups {
  const summarized = useSummary(table, fields, view);
  const [open, setOpen] = useState<{
    readonly by: View['group'];
    readonly filter: Group['filter'];
  }>();
  const { group } = view;
  const filter = group && open && sameJson(open.by, group) ? open.filter : null;
  const rows =
    group && filter ? { ...view, ...withinGroup(view, group.field, groupFilter(filter)) } : view;
  const closed = group && withClosed(group);
  return {
    openAll: isAll => {
      setOpen(undefined);
      if (closed) onView({ ...view, group: isAll ? { ...closed, all: true } : closed, page: 1 });
    },
    edit: next => {
      setOpen({ by: closed, filter: next });
      onView({ ...view, group: closed, page: 1 });
    },
    field: group && fields.find(({ id }) => id === group.field),
    summarized,
    under: filter ? { ...summarized, summary: ofGroup(summarized.summary, filter) } : summarized,
    opened: filter,
    open: next => {
      setOpen(next ? { by: group, filter: next } : undefined);
      if (view.page > 1) onView({ ...view, page: 1 });
    },
    rows,
  };
}
