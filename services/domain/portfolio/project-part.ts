import type { DomainEvent } from '@hzm/contracts/core/event';
import type { Json, JsonObject } from '@hzm/contracts/core/json';
import type { Decider } from '@hzm/services/core/commands/decider';
import type { Request } from '@hzm/services/core/commands/request';
import type { Engine } from '@hzm/services/core/engine';

/** The stream of a copy as it is: its revision, and the events that the copy still lacks. */
export interface Copying {
  readonly revision: number;
  readonly lacking: readonly DomainEvent[];
}

/** The project that an entry of an export file is added to, and the entry's id there. */
export interface Adding {
  readonly engine: Pick<Engine, 'executor'>;
  readonly request: Request;
  readonly projectId: string;
  readonly id: string;
}

/** Adds an entry of an export file to a project; does nothing if the project has it. */
export type AddEntry = (to: Adding) => Promise<unknown>;

/** A part of a project in export files: a list of entries beside the tables. */
export interface FilePart {
  /** The name of an entry; the list's is its plural. */
  readonly kind: 'endpoint' | 'widget';
  /** Maximum entries of a project. */
  readonly limit: number;
  /** Yields the entries as the file has them, each with its time of creation. */
  entries(
    engine: Pick<Engine, 'model'>,
    projectId: string,
  ): AsyncIterable<{ readonly createdAt: string; readonly entry: Json }>;
  /**
   * Reads an entry of a file. @returns what adds it to the tables and fields with these ids,
   * undefined if one has no counterpart; or what the entry lacks
   */
  read(
    entry: JsonObject,
  ): ((idOf: (id: string) => string | undefined) => AddEntry | undefined) | 'shape' | 'name';
}

/**
 * A part of a project in a stream of its own, which the project's test environment begins with a
 * copy of. Nobody sees the copy before the test environment is created.
 */
export interface ProjectPart {
  streamOf(projectId: string): string;
  /** The part in export files; tables are written and read by the files themselves. */
  readonly file?: FilePart;
  /** Reads the part of a project. @returns a look at its copy, to be taken before each append */
  copy(engine: Engine, projectId: string, testId: string): Promise<() => Promise<Copying>>;
}

/** @param lacking the events after which a stream of this state is the copy */
export const copyingTo =
  <State>(
    { executor }: Engine,
    stream: string,
    decider: Decider<State>,
    lacking: (state: State) => readonly DomainEvent[],
  ) =>
  async (): Promise<Copying> => {
    const { state, revision } = await executor.look({ stream, decider });
    return { revision, lacking: lacking(state) };
  };
