import type { Changes, Watching } from '@hzm/contracts/core/realtime';

/**
 * State of one watched topic. Everything up to `position` is handled; null before the first answer.
 * `waiting` for a connection, `asking` the server, `live`, or `ended` for good.
 */
export interface TopicState {
  readonly phase: 'waiting' | 'asking' | 'live' | 'ended';
  readonly position: string | null;
}

export type TopicEvent =
  | { readonly kind: 'connected' }
  | { readonly kind: 'disconnected' }
  | { readonly kind: 'answered'; readonly answer: Watching }
  /** The answer timed out, or the server could not watch right now. */
  | { readonly kind: 'unanswered' }
  | { readonly kind: 'changes'; readonly message: Changes }
  | { readonly kind: 'unwatched'; readonly code: string };

/** Effects of an event, in order. */
export type TopicEffect =
  | { readonly kind: 'ask'; readonly after: string | null }
  | { readonly kind: 'ask-later' }
  | { readonly kind: 'deliver'; readonly message: Changes }
  | { readonly kind: 'refetch' }
  | { readonly kind: 'live'; readonly position: string }
  | { readonly kind: 'ended'; readonly code: string };

/** Refusals that a retry does not change. */
const FINAL: ReadonlySet<string> = new Set([
  'NOT_FOUND',
  'FORBIDDEN',
  'VALIDATION_ERROR',
  'API_ACCESS_DISABLED',
  'KEY_SCOPE',
]);

const SESSION: ReadonlySet<string> = new Set(['TOKEN_EXPIRED', 'UNAUTHORIZED']);

type Step = readonly [TopicState, readonly TopicEffect[]];

const ask = (state: TopicState): Step => [
  { ...state, phase: 'asking' },
  [{ kind: 'ask', after: state.position }],
];

/** Returns the next state and the effects of an event. */
export function step(state: TopicState, event: TopicEvent): Step {
  if (state.phase === 'ended') return [state, []];
  switch (event.kind) {
    case 'connected':
      return ask(state);
    case 'disconnected':
      return [{ ...state, phase: 'waiting' }, []];
    case 'unanswered':
      return state.phase === 'asking' ? [state, [{ kind: 'ask-later' }]] : [state, []];
    case 'answered':
      return state.phase === 'asking' ? answered(state, event.answer) : [state, []];
    case 'changes':
      return changed(state, event.message);
    case 'unwatched':
      if (event.code === 'TOO_SLOW') return ask(state);
      // The connection ends, too; the next one tells whether the session has ended.
      return SESSION.has(event.code)
        ? [{ ...state, phase: 'waiting' }, []]
        : [{ ...state, phase: 'ended' }, [{ kind: 'ended', code: event.code }]];
  }
}

function answered(state: TopicState, answer: Watching): Step {
  if (!answer.success || answer.position === undefined) {
    const code = answer.code ?? '';
    return FINAL.has(code)
      ? [{ ...state, phase: 'ended' }, [{ kind: 'ended', code }]]
      : [state, [{ kind: 'ask-later' }]];
  }
  const missed = answer.status === 'must-refetch';
  const position =
    state.position !== null && !missed && state.position > answer.position
      ? state.position
      : answer.position;
  const live = { kind: 'live', position } as const;
  return [{ phase: 'live', position }, missed ? [live, { kind: 'refetch' }] : [live]];
}

/** Drops messages that are not later than the last handled one. */
function changed(state: TopicState, message: Changes): Step {
  if (state.position !== null && message.position <= state.position) return [state, []];
  return [{ ...state, position: message.position }, [{ kind: 'deliver', message }]];
}
