import type { Changes } from '@hzm/contracts/core/realtime';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { step, type TopicEffect, type TopicEvent, type TopicState } from './topic.ts';

const at = (n: number): string => String(n).padStart(20, '0');
const changes = (n: number): TopicEvent => ({
  kind: 'changes',
  message: { topic: 't', position: at(n), at: '', changes: [] } satisfies Changes,
});
const live = (n: number): TopicEvent => ({
  kind: 'answered',
  answer: { success: true, position: at(n), status: 'live' },
});

function run(...events: TopicEvent[]): { state: TopicState; effects: TopicEffect[] } {
  let state: TopicState = { phase: 'waiting', position: null };
  const effects: TopicEffect[] = [];
  for (const event of events) {
    const [next, more] = step(state, event);
    state = next;
    effects.push(...more);
  }
  return { state, effects };
}

describe('topic', () => {
  it('subscribes without a position first, then from the last handled one', () => {
    const { effects } = run(
      { kind: 'connected' },
      live(5),
      changes(6),
      { kind: 'disconnected' },
      { kind: 'connected' },
    );
    expect(effects.filter(effect => effect.kind === 'ask')).toEqual([
      { kind: 'ask', after: null },
      { kind: 'ask', after: at(6) },
    ]);
  });

  it('delivers missed changes, also before the answer, and drops repetitions', () => {
    const { effects, state } = run(
      { kind: 'connected' },
      live(5),
      { kind: 'disconnected' },
      { kind: 'connected' },
      changes(6),
      changes(7),
      live(7),
      changes(7),
      changes(8),
    );
    expect(
      effects.flatMap(effect => (effect.kind === 'deliver' ? [effect.message.position] : [])),
    ).toEqual([at(6), at(7), at(8)]);
    expect(state).toEqual({ phase: 'live', position: at(8) });
  });

  it('reports a required refetch and continues from there', () => {
    const { effects, state } = run(
      { kind: 'connected' },
      live(5),
      { kind: 'disconnected' },
      { kind: 'connected' },
      { kind: 'answered', answer: { success: true, position: at(900), status: 'must-refetch' } },
    );
    expect(effects.slice(-2)).toEqual([{ kind: 'live', position: at(900) }, { kind: 'refetch' }]);
    expect(state.position).toBe(at(900));
  });

  it('resubscribes from the last position after TOO_SLOW', () => {
    const { effects, state } = run({ kind: 'connected' }, live(5), changes(6), {
      kind: 'unwatched',
      code: 'TOO_SLOW',
    });
    expect(effects.at(-1)).toEqual({ kind: 'ask', after: at(6) });
    expect(state.phase).toBe('asking');
  });

  it.each(['TOKEN_EXPIRED', 'UNAUTHORIZED'])('waits for the next connection on %s', code => {
    const { effects, state } = run(
      { kind: 'connected' },
      live(5),
      { kind: 'unwatched', code },
      { kind: 'disconnected' },
      { kind: 'connected' },
    );
    expect(effects.at(-1)).toEqual({ kind: 'ask', after: at(5) });
    expect(state.phase).toBe('asking');
  });

  it.each(['NOT_FOUND', 'FORBIDDEN'])('ends for good on %s', code => {
    const { effects, state } = run(
      { kind: 'connected' },
      { kind: 'answered', answer: { success: false, code } },
      { kind: 'connected' },
      changes(9),
    );
    expect(effects.slice(1)).toEqual([{ kind: 'ended', code }]);
    expect(state.phase).toBe('ended');
  });

  it('retries later after NOT_READY or a timeout', () => {
    expect(
      run(
        { kind: 'connected' },
        { kind: 'answered', answer: { success: false, code: 'NOT_READY' } },
      ).effects.at(-1),
    ).toEqual({ kind: 'ask-later' });
    expect(run({ kind: 'connected' }, { kind: 'unanswered' }).effects.at(-1)).toEqual({
      kind: 'ask-later',
    });
  });

  it('delivers positions in strictly ascending order for any events', () => {
    const event: fc.Arbitrary<TopicEvent> = fc.oneof(
      fc.constant<TopicEvent>({ kind: 'connected' }),
      fc.constant<TopicEvent>({ kind: 'disconnected' }),
      fc.constant<TopicEvent>({ kind: 'unanswered' }),
      fc.constant<TopicEvent>({ kind: 'unwatched', code: 'TOO_SLOW' }),
      fc.nat(50).map(changes),
      fc.nat(50).map(live),
    );
    fc.assert(
      fc.property(fc.array(event, { maxLength: 60 }), events => {
        const delivered = run(...events).effects.flatMap(effect =>
          effect.kind === 'deliver' ? [effect.message.position] : [],
        );
        expect(delivered).toEqual([...new Set(delivered)].toSorted());
      }),
    );
  });
});
