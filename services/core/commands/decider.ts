import type { Event, EventDefinition, DomainEvent } from '@hzm/contracts/core/event';
import { Problem, type ProblemCode } from '@hzm/contracts/core/problem';

/** The result of a decision: events to append (none if already in effect), or a refusal. */
export type Decision = readonly DomainEvent[] | Problem;

export const reject = (
  code: ProblemCode,
  more?: ConstructorParameters<typeof Problem>[1],
): Problem => new Problem(code, more);

/** A state and its evolution by events; unknown events leave it unchanged. */
export interface Decider<State> {
  readonly initial: State;
  readonly evolve: (state: State, event: Pick<Event, 'type' | 'data'> & Partial<Event>) => State;
}

interface Evolution<State> {
  readonly type: string;
  readonly evolve: (state: State, data: never, event: Partial<Event>) => State;
}
/** Defines the evolution by one type of event. */
type When<State> = <Data>(
  definition: EventDefinition<Data>,
  evolve: (state: State, data: Data, event: Partial<Event>) => State,
) => Evolution<State>;

/** Combines two deciders of one stream. */
export const both = <A, B>(a: Decider<A>, b: Decider<B>): Decider<readonly [A, B]> => ({
  initial: [a.initial, b.initial],
  evolve: ([stateA, stateB], event) => [a.evolve(stateA, event), b.evolve(stateB, event)],
});

export function decider<State>(
  initial: State,
  evolutions: (when: When<State>) => readonly Evolution<State>[],
): Decider<State> {
  const byType = new Map(
    evolutions((definition, evolve) => ({ type: definition.type, evolve })).map(e => [
      e.type,
      e.evolve,
    ]),
  );
  return {
    initial,
    evolve: (state, event) => byType.get(event.type)?.(state, event.data as never, event) ?? state,
  };
}
