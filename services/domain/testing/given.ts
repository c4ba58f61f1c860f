import type { DomainEvent } from '@hzm/contracts/core/event';
import type { ProblemCode } from '@hzm/contracts/core/problem';
import { Problem } from '@hzm/contracts/core/problem';
import type { Decider, Decision } from '@hzm/services/core/commands/decider';
import { expect } from 'vitest';

const meta = { at: '2026-01-01T00:00:00.000Z', actor: 'somebody', request: 'r' };

/** `given(decider, …facts).when(decision)` and then what it leads to. */
export function given<State>(decider: Decider<State>, ...facts: readonly DomainEvent[]) {
  const fold = (state: State, events: readonly DomainEvent[]) =>
    events.reduce(
      (s, fact) => decider.evolve(s, { type: fact.type, data: fact.data, meta }),
      state,
    );
  const state = fold(decider.initial, facts);
  return {
    when: (decide: (state: State) => Decision) => {
      const decision = decide(state);
      return {
        decision,
        /** Exactly these facts; and the same command once more leads to nothing. */
        leadsTo(...expected: readonly DomainEvent[]) {
          expect(decision).toEqual(expected);
          if (!(decision instanceof Problem)) expect(decide(fold(state, decision))).toEqual([]);
        },
        /**
         * Exactly these facts, and the same command once more is refused: it was about what is
         * over.
         */
        leadsToOnce(...expected: readonly DomainEvent[]) {
          expect(decision).toEqual(expected);
          if (!(decision instanceof Problem))
            expect(decide(fold(state, decision))).toBeInstanceOf(Problem);
        },
        refused(code: ProblemCode) {
          expect(decision).toBeInstanceOf(Problem);
          expect((decision as Problem).code).toBe(code);
        },
      };
    },
  };
}
