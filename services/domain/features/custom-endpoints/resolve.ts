import { Problem } from '@hzm/contracts/core/problem';
import {
  usesOf,
  type EndpointDefinition,
} from '@hzm/contracts/features/custom-endpoints/definition';
import { tableDocs } from '@hzm/projections/features/tables/tables';
import type { Engine } from '@hzm/services/core/engine';
import { fieldsOf } from '../../access/table.ts';
import { valueClock } from '../tables/value-clock.ts';
import { Checking } from './check.ts';
import { endpointTable, type EndpointTable } from './table.ts';

/** The tables that a definition names, as they are: those of its project. */
export async function tablesFor(
  engine: Pick<Engine, 'model' | 'now'>,
  projectId: string,
  definition: EndpointDefinition,
): Promise<ReadonlyMap<string, EndpointTable>> {
  const ids = usesOf(definition).tableIds;
  const docs = await Promise.all([...ids].map(id => engine.model.get(tableDocs, id)));
  const clock = await valueClock(engine, projectId);
  return new Map(
    docs.flatMap(doc =>
      doc?.projectId === projectId
        ? [[doc.id, endpointTable({ ...doc, clock }, fieldsOf(doc))] as const]
        : [],
    ),
  );
}

/**
 * A definition with the tables that it names. @throws Problem VALIDATION_ERROR where it does not
 * fit them
 */
export async function fitted(
  engine: Pick<Engine, 'model' | 'now'>,
  projectId: string,
  definition: EndpointDefinition,
): Promise<ReadonlyMap<string, EndpointTable>> {
  const tables = await tablesFor(engine, projectId, definition);
  const details = new Checking(definition, tables).faults();
  if (details.length > 0)
    throw new Problem('VALIDATION_ERROR', {
      details: details.map(detail => ({ ...detail, path: `definition.${detail.path}` })),
    });
  return tables;
}
