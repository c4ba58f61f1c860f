import type { DomainEvent } from '@hzm/contracts/core/event';
import type { Decider } from '@hzm/services/core/commands/decider';
import type { Engine } from '@hzm/services/core/engine';

/** The stream of a copy as it is: its revision, and the events that the copy still lacks. */
export interface Copying {
  readonly revision: number;
  readonly lacking: readonly DomainEvent[];
}

/**
 * A part of a project in a stream of its own, which the project's test environment begins with a
 * copy of. Nobody sees the copy before the test environment is created.
 */
export interface ProjectPart {
  streamOf(projectId: string): string;
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
