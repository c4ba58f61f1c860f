import type { Json } from '@hzm/contracts/core/json';
import { Problem } from '@hzm/contracts/core/problem';
import type { Cells } from '@hzm/contracts/features/rows/row';
import type { Field } from '@hzm/contracts/features/tables/table';
import type { CommandResult, StreamCommand } from '@hzm/services/core/commands/command-executor';
import type { Context } from '@hzm/services/core/engine';
import { tellingOfNamed, tellingTo } from '../../access/told.ts';
import type { ValueClock } from '../tables/value-clock.ts';
import { removeAlong } from './cascade.ts';
import { untakenProblem } from './choice-values.ts';
import { numbering } from './numbering.ts';
import { withPointing } from './pointing.ts';
import { addRow, changeRow, removeRow, row, rowStream, type OfRow, type RowState } from './row.ts';
import { rowCommand } from './snapshot.ts';
import { namedCells, withTargets } from './targets.ts';
import { cellsOf, readyFor } from './validate.ts';
import { rowOfState } from './view.ts';

/** A table that is written to, with its fields and those that the caller is shown. */
export interface WrittenTable {
  readonly id: string;
  readonly projectId: string;
  readonly fields: readonly Field[];
  readonly shown: readonly Field[];
  readonly clock: ValueClock;
}

type Values = { readonly [name: string]: Json };

/** The command of one request to one row. */
export interface RowCommand {
  readonly of: OfRow;
  readonly command: StreamCommand<RowState>;
  /** The values that it writes into related fields; absent: it deletes the row. */
  readonly cells?: Cells;
}

const rowIn = ({ id: tableId, projectId }: WrittenTable, rowId: string): OfRow => ({
  projectId,
  tableId,
  rowId,
});

/** Adds a row with values by field name. */
export async function adding(
  context: Context,
  table: WrittenTable,
  values: Values,
): Promise<RowCommand> {
  const { fields, clock, shown } = table;
  await readyFor(fields, [values]);
  const of = rowIn(
    table,
    (await context.engine.executor.ids(context.request))(`table:${table.id}`, 'row'),
  );
  return {
    of,
    cells: namedCells(fields, [values])[0]!,
    command: {
      stream: rowStream(of),
      about: of,
      decider: row,
      fresh: true,
      complete: numbering(context.engine, of),
      decide: s => {
        const telling = tellingTo(shown, values);
        const cells = cellsOf(fields, values, true, clock, undefined, telling);
        return untakenProblem(fields, cells, {}, telling) ?? addRow(of, cells)(s);
      },
    },
  };
}

/** Changes the named values of a row. */
export async function changing(
  context: Context,
  table: WrittenTable,
  rowId: string,
  values: Values,
): Promise<RowCommand> {
  const of = rowIn(table, rowId);
  const { engine, request, expected } = context;
  await readyFor(table.fields, [values]);
  return {
    of,
    cells: namedCells(table.fields, [values])[0]!,
    command: {
      ...rowCommand(engine, request, of),
      decide: s => {
        const telling = tellingTo(table.shown, values);
        const cells = cellsOf(table.fields, values, false, table.clock, undefined, telling);
        return (
          (s.kind === 'kept'
            ? untakenProblem(table.fields, cells, s.values, telling)
            : undefined) ??
          changeRow(of, cells, expected, now => rowOfState(rowId, now, table.shown))(s)
        );
      },
    },
  };
}

export function removing(
  { engine, request, expected }: Context,
  table: WrittenTable,
  rowId: string,
): RowCommand {
  const of = rowIn(table, rowId);
  return {
    of,
    command: {
      ...rowCommand(engine, request, of),
      decide: removeRow(of, expected, now => rowOfState(rowId, now, table.shown)),
    },
  };
}

/**
 * Runs the command of one row, in turn with writes that concern its targets, and deletes the rows
 * that go with a deleted one.
 * @throws Problem: the refusal of the command
 */
export async function perform(
  context: Context,
  table: WrittenTable,
  { of, command, cells }: RowCommand,
): Promise<Pick<CommandResult<RowState>, 'state' | 'position'>> {
  const { engine, request } = context;
  const alone = () => engine.executor.execute(request, command);
  if (cells) {
    const isNew = command.fresh === true;
    const naming = { ...(isNew ? {} : { id: of.rowId }), cells, path: '' };
    const place = { ...table, telling: tellingOfNamed(table.shown) };
    return withTargets(engine, request, place, [naming], alone);
  }
  return withPointing(context, { tableId: of.tableId, ids: [of.rowId] }, alone, async going => {
    const position = await removeAlong(context, of, going, rows => {
      const own = rows.find(({ id }) => id === of.rowId);
      const decision = own ? command.decide(own.state) : undefined;
      return decision instanceof Problem ? decision : undefined;
    });
    return { state: row.initial, position };
  });
}

/**
 * Returns the row as a command would leave it, without writing it.
 * @throws Problem: the refusal of the command
 */
export async function tried({ engine }: Context, { command }: RowCommand): Promise<RowState> {
  const { state } = await engine.executor.look(command);
  const decision = command.decide(state);
  if (decision instanceof Problem) throw decision;
  return decision.reduce((s, event) => command.decider.evolve(s, event), state);
}
