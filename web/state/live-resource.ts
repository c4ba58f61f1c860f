import type { AnswerOf, Call, RequestOf } from '@hzm/contracts/core/call';
import type { Changes, WireChange } from '@hzm/contracts/core/realtime';
import { useEffect } from 'react';
import { asApiError, type ApiError } from '../lib/api-error.ts';
import { send } from '../lib/http.ts';
import { watch } from '../realtime/socket.ts';
import { atom, store, useAtomValue, type Atom } from './jotai.ts';
import { sessionAtom } from './session.ts';

/** Load state of server data. A reload keeps the data. */
export type Loaded<Data> =
  | { readonly status: 'loading'; readonly data: null; readonly error: null }
  | { readonly status: 'ready'; readonly data: Data; readonly error: null }
  | { readonly status: 'error'; readonly data: null; readonly error: ApiError };

export interface LiveResource<Data> {
  readonly atom: Atom<Loaded<Data>>;
  /** Loads and follows the data until the returned function is called. */
  readonly open: () => () => void;
  readonly reload: () => Promise<void>;
  /** Applies an answer or an optimistic change. */
  readonly update: (change: (data: Data) => Data) => void;
}

/** Queries the server for a part of a resource. */
export type Ask = <C extends Call>(
  call: C,
  request?: Partial<RequestOf<C>>,
) => Promise<AnswerOf<C>>;

interface Source<Data> {
  readonly topic: string;
  readonly load: (ask: Ask) => Promise<Data>;
  /** `refetch` if only loading again helps. @param position position of the change's event */
  readonly apply: (data: Data, change: WireChange, position: string) => Data | 'refetch';
  /**
   * Whether the data stay although they cannot be loaded any more, because only the reader's access
   * ended.
   */
  readonly stays?: (data: Data) => boolean;
}

/**
 * Loads data that include the position `least` ('' accepts any). `position` is the one that all
 * answers include, if the server reports it.
 */
async function read<Data>(
  load: Source<Data>['load'],
  least: string,
): Promise<{ readonly outcome: Loaded<Data>; readonly position: string }> {
  const positions: string[] = [];
  const ask: Ask = async (call, request) => {
    const { data, position } = await send(call, request, { waitFor: least || undefined });
    positions.push(position ?? '');
    return data;
  };
  try {
    return {
      outcome: { status: 'ready', data: await load(ask), error: null },
      position: positions.toSorted()[0] ?? '',
    };
  } catch (error) {
    return { outcome: { status: 'error', data: null, error: asApiError(error) }, position: '' };
  }
}

/** The state that is drawn, and all that changes it. */
function createHeld<Data>({ apply, stays }: Pick<Source<Data>, 'apply' | 'stays'>) {
  const held = atom<Loaded<Data>>({ status: 'loading', data: null, error: null });
  const setReady = (data: Data): void => store.set(held, { status: 'ready', data, error: null });
  return {
    atom: atom(get => get(held)),
    isReady: (): boolean => store.get(held).status === 'ready',
    /** Applies changes; returns `refetch` if only loading again helps. */
    take: ({ changes, position }: Changes): 'taken' | 'refetch' => {
      const now = store.get(held);
      if (now.status !== 'ready') return 'taken';
      let data = now.data;
      for (const change of changes) {
        const next = apply(data, change, position);
        if (next === 'refetch') return 'refetch';
        data = next;
      }
      if (data !== now.data) setReady(data);
      return 'taken';
    },
    /** An offline error keeps data that are shown already. */
    draw: (outcome: Loaded<Data>): void => {
      const now = store.get(held);
      if (
        outcome.status !== 'error' ||
        now.status !== 'ready' ||
        !(outcome.error.status === 0 || stays?.(now.data))
      )
        store.set(held, outcome);
    },
    retry: (): void => {
      if (store.get(held).status === 'error')
        store.set(held, { status: 'loading', data: null, error: null });
    },
    update: (change: (data: Data) => Data): void => {
      const now = store.get(held);
      if (now.status === 'ready') setReady(change(now.data));
    },
  };
}

/**
 * Loads data and follows a topic; changes that arrive meanwhile are queued. Data older than the
 * start of the watch are loaded again, because changes in between are not sent.
 */
export function liveResource<Data>({ topic, load, ...how }: Source<Data>): LiveResource<Data> {
  const held = createHeld(how);
  let users = 0;
  let round = 0;
  let answered = true;
  /** Position that the data include, and the one from which changes arrive. */
  let seen = '';
  let from = '';
  let waiting: Changes[] = [];
  let stop = (): void => {};

  const take = (message: Changes): void => {
    if (held.take(message) === 'refetch') void reload();
  };

  async function reload(waitFor?: string): Promise<void> {
    const mine = ++round;
    answered = false;
    waiting = [];
    held.retry();
    for (let least = waitFor ?? ''; ; least = from) {
      const { outcome, position } = await read(load, least);
      if (mine !== round) return;
      seen = position;
      const isEnough = seen >= from || least === from;
      if (isEnough || outcome.status === 'ready') held.draw(outcome);
      if (isEnough) break;
    }
    answered = true;
    for (const message of waiting.splice(0)) take(message);
  }

  const open = (): (() => void) => {
    if (users++ === 0) {
      let begun = false;
      from = '';
      stop = watch(topic, {
        onChanges: message => {
          if (answered) take(message);
          else waiting.push(message);
        },
        onStatus: (status, position) => {
          if (status !== 'live' || begun) return;
          begun = true;
          from = position ?? '';
          // A pending answer is compared when it arrives.
          if (answered && (seen < from || !held.isReady())) void reload(from);
        },
        onRefetch: () => {
          // Positions may have restarted with a restored log.
          from = '';
          void reload();
        },
        onEnded: () => void reload(),
      });
      if (!begun) void reload();
    }
    return () => {
      if (--users > 0) return;
      stop();
      round++;
      answered = true;
    };
  };

  return { atom: held.atom, open, reload: () => reload(), update: held.update };
}

/** Follows a resource while the component is mounted. */
export function useLive<Data>(resource: LiveResource<Data>): Loaded<Data> {
  useEffect(() => resource.open(), [resource]);
  return useAtomValue(resource.atom);
}

/** Caches one resource for each key, until another person signs in. */
export function resources<Data>(
  make: (key: string) => LiveResource<Data>,
): (key: string) => LiveResource<Data> {
  const all = new Map<string, LiveResource<Data>>();
  caches.push(all);
  return key => {
    const known = all.get(key) ?? make(key);
    all.set(key, known);
    return known;
  };
}

const caches: Map<string, unknown>[] = [];
const personNow = (): string | undefined => store.get(sessionAtom)?.user.id;
let person = personNow();
store.sub(sessionAtom, () => {
  if (personNow() === person) return;
  person = personNow();
  for (const cache of caches) cache.clear();
});
