import type { Choice } from '@hzm/contracts/core/choices';
import { isIntact, type Event } from '@hzm/contracts/core/event';
import { hasFiles, hasOptions, hasPeople } from '@hzm/contracts/core/everyday';
import { type JsonObject, memberOf } from '@hzm/contracts/core/json';
import type { Position } from '@hzm/contracts/core/position';
import { defaultCors } from '@hzm/contracts/features/cors/domain';
import { corsChanged } from '@hzm/contracts/features/cors/events';
import {
  projectCreated,
  projectDescribed,
  projectSettingsChanged,
} from '@hzm/contracts/features/projects/events';
import { defaultSettings } from '@hzm/contracts/features/projects/project';
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
} from '@hzm/contracts/features/tables/events';
import type { FieldValidation } from '@hzm/contracts/features/tables/field-validation';
import type { Context, Engine } from '../../../core/engine.ts';
import { mayRead } from '../../access/may-read.ts';
import { peopleOptions } from '../../access/people-as-options.ts';
import { ownEvents } from '../../past/own-events.ts';

/** The context for rendering a project's events. */
export interface HistoryContext {
  /** The last names of all tables and fields, deleted ones included, by id. */
  readonly names: ReadonlyMap<string, string>;
  /** The last options of fields, whose names stand for their ids. */
  readonly options: ReadonlyMap<string, readonly Choice[]>;
  /** The ids of fields whose values are people of the project. */
  readonly people: ReadonlySet<string>;
  /** The ids of fields whose values are files. */
  readonly files: ReadonlySet<string>;
  /** The ids of fields that are hidden or were when deleted. */
  readonly hidden: ReadonlySet<string>;
  /** The values replaced by rendered events about the project or its schema. */
  readonly before: ReadonlyMap<Position, JsonObject>;
}

interface Statement {
  /** The thing that the statement is about. */
  readonly subject: string;
  /** Its new values; undefined if nothing changed. */
  readonly says?: JsonObject;
}

const described = ({ name, description }: JsonObject): JsonObject => ({ name, description });

const statements: Readonly<Record<string, (data: JsonObject) => Statement>> = {
  [projectCreated.type]: data => ({ subject: 'project', says: described(data) }),
  [projectDescribed.type]: data => ({ subject: 'project', says: described(data) }),
  [projectSettingsChanged.type]: ({ settings, isPublic }) => ({
    subject: 'settings',
    says: { ...(settings as JsonObject), isPublic },
  }),
  [corsChanged.type]: ({ cors }) => ({ subject: 'cors', says: cors as JsonObject }),
  [tableCreated.type]: ({ tableId, name }) => ({ subject: tableId as string, says: { name } }),
  [tableRenamed.type]: ({ tableId, name }) => ({ subject: tableId as string, says: { name } }),
  [tableDeleted.type]: ({ tableId }) => ({ subject: tableId as string }),
  [tableRestored.type]: ({ tableId, name }) => ({ subject: tableId as string, says: { name } }),
  [tableErased.type]: ({ tableId }) => ({ subject: tableId as string }),
  [fieldAdded.type]: ({ fieldId, field }) => ({
    subject: fieldId as string,
    says: field as JsonObject,
  }),
  [fieldChanged.type]: ({ fieldId, field }) => ({
    subject: fieldId as string,
    says: field as JsonObject,
  }),
  [fieldRemoved.type]: ({ fieldId }) => ({ subject: fieldId as string }),
  [fieldRestored.type]: ({ fieldId, field }) => ({
    subject: fieldId as string,
    says: field as JsonObject,
  }),
  [fieldErased.type]: ({ fieldId }) => ({ subject: fieldId as string }),
  [relationshipAdded.type]: ({ fieldId }) => ({ subject: fieldId as string }),
  [relationshipRemoved.type]: ({ fieldId }) => ({ subject: fieldId as string }),
  [fieldMoved.type]: ({ fieldId }) => ({ subject: fieldId as string }),
};

/** Maximum erased tables and fields whose names are kept. */
const MAX_GONE = 50_000;
const NAMELESS_HIDDEN = { isHidden: true };

/** Builds a context from a project's own events, oldest first. */
export class HistoryContextBuilder {
  readonly #rendered: ReadonlySet<Position>;
  readonly #known = new Map<string, JsonObject>([
    ['settings', { ...defaultSettings, isPublic: false }],
    [
      'cors',
      {
        allowedDomains: [...defaultCors.allowedDomains],
        platformPatterns: [...defaultCors.platformPatterns],
      },
    ],
  ]);
  readonly #before = new Map<Position, JsonObject>();
  /** The fields of tables that are there or in the bin. */
  readonly #fieldsOf = new Map<string, Set<string>>();
  /** The erased tables and fields, oldest first. */
  readonly #gone = new Set<string>();
  /** Goes on after the last drop: a new iterator would pass all dropped places again. */
  readonly #oldest = this.#gone.values();

  /** @param rendered positions of the rendered events */
  constructor(rendered: ReadonlySet<Position>) {
    this.#rendered = rendered;
  }

  add({ type, position, data, erased }: Event): void {
    const statement = erased ? undefined : memberOf(statements, type)?.(data);
    if (!statement) return;
    const old = this.#known.get(statement.subject);
    if (old && this.#rendered.has(position)) this.#before.set(position, old);
    if (statement.says) {
      this.#known.set(statement.subject, statement.says);
      this.#gone.delete(statement.subject);
    }
    this.#drop(type, data);
  }

  /**
   * Drops the definitions of erased tables and fields, since all that a project ever had may exceed
   * the memory. Deletions of earlier versions, which had no bin, erase too.
   */
  #drop(type: string, { tableId, fieldId, kept, field }: JsonObject): void {
    if (typeof tableId !== 'string') return;
    const fields = this.#fieldsOf.get(tableId) ?? new Set<string>();
    if (type === tableErased.type || (type === tableDeleted.type && kept === undefined)) {
      this.#fieldsOf.delete(tableId);
      for (const id of [...fields, tableId]) this.#forget(id);
    } else if (typeof fieldId === 'string') {
      this.#fieldsOf.set(tableId, fields.add(fieldId));
      if (type === fieldErased.type || (type === fieldRemoved.type && field === undefined)) {
        fields.delete(fieldId);
        this.#forget(fieldId);
      }
    }
  }

  /** Reduces an erased table or field to its name and whether it was hidden; drops old names. */
  #forget(id: string): void {
    const { name = '', isHidden = false, type } = this.#known.get(id) ?? {};
    const isOfPeople = typeof type === 'string' && hasPeople(type);
    this.#known.set(id, { name, isHidden, ...(isOfPeople && { type }) });
    this.#gone.add(id);
    if (this.#gone.size <= MAX_GONE) return;
    const { value: first = '' } = this.#oldest.next();
    this.#gone.delete(first);
    if (this.#known.get(first)?.['isHidden'] === true) this.#known.set(first, NAMELESS_HIDDEN);
    else this.#known.delete(first);
  }

  /** Returns the ids of the fields of types. */
  #fieldsWith(is: (type: string) => boolean): ReadonlySet<string> {
    return new Set(
      [...this.#known].flatMap(([subject, { type }]) =>
        typeof type === 'string' && is(type) ? [subject] : [],
      ),
    );
  }

  get context(): HistoryContext {
    const known = [...this.#known];
    return {
      names: new Map(
        known.map(([subject, { name }]) => [subject, typeof name === 'string' ? name : '']),
      ),
      options: new Map(
        known.flatMap(([subject, { type, validation }]) =>
          typeof type === 'string' && hasOptions(type)
            ? [[subject, (validation as FieldValidation).options ?? []] as const]
            : [],
        ),
      ),
      people: this.#fieldsWith(hasPeople),
      files: this.#fieldsWith(hasFiles),
      hidden: new Set(
        known.filter(([, says]) => says['isHidden'] === true).map(([subject]) => subject),
      ),
      before: this.#before,
    };
  }
}

/** @throws Problem NOT_FOUND */
export async function loadHistoryContext(
  engine: Pick<Engine, 'store' | 'codec' | 'model'>,
  projectId: string,
  rendered: ReadonlySet<Position>,
): Promise<HistoryContext> {
  const builder = new HistoryContextBuilder(rendered);
  // Unreadable events only cost names.
  for await (const event of ownEvents(engine, projectId)) if (isIntact(event)) builder.add(event);
  return builder.context;
}

/** Adds the names of people to a context, if the caller may read them. */
export async function withNamesOfPeople(
  asking: Pick<Context, 'engine' | 'caller'>,
  projectId: string,
  context: HistoryContext,
): Promise<HistoryContext> {
  if (context.people.size === 0) return context;
  if (!(await mayRead(asking, 'people:read', projectId))) return context;
  const people = await peopleOptions(asking.engine, projectId, true);
  const named = [...context.people].map(id => [id, people] as const);
  return { ...context, options: new Map([...context.options, ...named]) };
}
