import type { Json } from '@hzm/contracts/core/json';
import { fold } from '@hzm/contracts/core/turkish';
import type { Relationship } from '@hzm/contracts/features/tables/relationship';
import type { Field, Table } from '@hzm/contracts/features/tables/table';
import { createContext, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { labelFieldOf } from '../../../lib/row-labels.ts';
import { isRowId, relationshipOf, type RelatedRows } from '../../../lib/values/related.ts';
import { formatted, type Words } from '../../../lib/values/value-text.ts';
import { watch } from '../../../realtime/socket.ts';
import { useProject } from '../../../state/project.live.ts';
import { createRelatedNames, type Label, type RelatedNames } from './related-names.ts';
import { findRows, readByIds, readByTexts } from './related-reads.ts';

/** A row of a target table that a picker offers. */
export interface RelatedRow {
  readonly id: string;
  readonly name: string;
}

/** The rows that the related fields of a table point to. */
export interface Related extends RelatedRows {
  /** Finds rows by an id or a part of their text; null: the target table is deleted. */
  readonly find: (
    relationship: Relationship,
    text: string,
    signal: AbortSignal,
  ) => Promise<readonly RelatedRow[] | null>;
  /** Reads the rows with these texts, so that `idOf` knows them. */
  readonly resolve: (relationship: Relationship, texts: readonly string[]) => Promise<void>;
}

/** Absent where no field of the table is related to another one. */
export const RelatedContext = createContext<Related | undefined>(undefined);

const none: readonly Table[] = [];

interface Target {
  readonly label: Label;
  readonly field: Field | undefined;
}
type Index = ReadonlyMap<string, string | null>;

interface Scene {
  readonly names: RelatedNames;
  readonly tables: readonly Table[];
  readonly words: Words;
  readonly texts: { readonly deleted: string; readonly nameless: string };
}

function relatedFrom({ names, tables, words, texts }: Scene): Related {
  const targetOf = (relationship: Relationship): Target | null => {
    const table = tables.find(({ id }) => id === relationship.targetTableId);
    if (!table) return null;
    const field =
      labelFieldOf(table, relationship.targetFieldId) ??
      table.fields.find(({ isHidden }) => !isHidden);
    return { label: { tableId: table.id, fieldId: field?.id }, field };
  };
  const nameIn = (field: Field | undefined, value: Json): string =>
    (field && formatted(field, value, words).replaceAll(/\s+/g, ' ').trim()) || texts.nameless;
  let index: { readonly of: Relationship; readonly at: number; readonly ids: Index } | undefined;
  /** The known rows by their texts; null: several have the same. */
  const byText = (of: Relationship, { label, field }: Target): Index => {
    if (index?.of === of && index.at === names.version()) return index.ids;
    const ids = new Map<string, string | null>();
    for (const [id, value] of names.known(label)) {
      const text = fold(nameIn(field, value));
      ids.set(text, ids.has(text) ? null : id);
    }
    index = { of, at: names.version(), ids };
    return ids;
  };
  return {
    deleted: texts.deleted,
    nameOf: (relationship, id) => {
      const target = targetOf(relationship);
      const known = target && names.valueOf(target.label, id);
      return target && known ? nameIn(target.field, known.value) : (known as null | undefined);
    },
    idOf: (relationship, text) => {
      const target = targetOf(relationship);
      if (!target) return undefined;
      return byText(relationship, target).get(fold(text.trim())) ?? undefined;
    },
    find: async (relationship, text, signal) => {
      const target = targetOf(relationship);
      if (!target) return null;
      const { label, field } = target;
      const rows = isRowId(text)
        ? await readByIds(label.tableId, field?.id, [text.toLowerCase()], undefined)
        : await findRows(label.tableId, field?.id, text, signal);
      names.learn(label, rows);
      return rows.map(({ id, value }) => ({ id, name: nameIn(field, value) }));
    },
    resolve: async (relationship, wanted) => {
      const target = targetOf(relationship);
      if (!target?.field) return;
      names.learn(target.label, await readByTexts(target.label.tableId, target.field.id, wanted));
    },
  };
}

const isNever = (): (() => void) => () => {};
const zero = (): number => 0;

/** Returns the words with the texts of related rows, live, and what their pickers need. */
export function useRelated(
  table: Table,
  fields: readonly Field[],
  words: Words,
): readonly [Words, Related | undefined] {
  const { t } = useTranslation('grid');
  const tables = useProject(table.projectId).data?.tables.docs ?? none;
  const targets = [
    ...new Set(fields.flatMap(field => relationshipOf(field)?.targetTableId ?? [])),
  ].toSorted();
  const key = targets.join();
  const [names] = useState(() => createRelatedNames({ read: readLabels, watch }));
  useEffect(() => {
    const ends = key === '' ? [] : key.split(',').map(names.follow);
    return () => {
      for (const end of ends) end();
    };
  }, [names, key]);
  const version = useSyncExternalStore(
    key === '' ? isNever : names.subscribe,
    key === '' ? zero : names.version,
  );
  const [deleted, nameless] = [t('related.deleted'), t('noName')];
  return useMemo(() => {
    if (key === '') return [words, undefined] as const;
    const related = relatedFrom({ names, tables, words, texts: { deleted, nameless } });
    return [{ ...words, related }, related] as const;
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- what is known is drawn again
  }, [names, tables, words, key, version, deleted, nameless]);
}

const readLabels: Parameters<typeof createRelatedNames>[0]['read'] = (label, ids, waitFor) =>
  readByIds(label.tableId, label.fieldId, ids, waitFor);
