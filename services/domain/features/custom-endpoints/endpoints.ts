import { sameJson } from '@hzm/contracts/core/json';
import { overlaps } from '@hzm/contracts/features/custom-endpoints/address';
import { EndpointDefinition } from '@hzm/contracts/features/custom-endpoints/definition';
import {
  MAX_CALLABLE,
  MAX_ENDPOINTS,
  MAX_VERSIONS,
} from '@hzm/contracts/features/custom-endpoints/endpoint';
import {
  customEndpointAdded,
  customEndpointChanged,
  customEndpointPublished,
  customEndpointRemoved,
  customEndpointRolledBack,
  customEndpointSwitchedOff,
  customEndpointSwitchedOn,
} from '@hzm/contracts/features/custom-endpoints/events';
import { decider, reject, type Decision } from '@hzm/services/core/commands/decider';

/** The path of a version and the time until which it answers; null while it is the current one. */
interface Version {
  readonly method: string;
  readonly path: string;
  readonly until: string | null;
}

export interface EndpointState {
  readonly name: string;
  readonly draft: EndpointDefinition;
  readonly versions: ReadonlyMap<number, Version>;
  readonly current: number | null;
  /** As it was published last. */
  readonly published: EndpointDefinition | undefined;
  readonly isOn: boolean;
}
/** All endpoints of a project. */
export type Endpoints = ReadonlyMap<string, EndpointState>;

const update = (
  s: Endpoints,
  id: string,
  change: (endpoint: EndpointState) => EndpointState,
): Endpoints => {
  const endpoint = s.get(id);
  return endpoint ? new Map(s).set(id, change(endpoint)) : s;
};
const ended = (
  versions: ReadonlyMap<number, Version>,
  version: number | null,
  until: string | null,
): Map<number, Version> => {
  const left = version === null ? undefined : versions.get(version);
  return left ? new Map(versions).set(version!, { ...left, until }) : new Map(versions);
};

export const endpoints = decider<Endpoints>(new Map(), when => [
  when(customEndpointAdded, (s, { endpointId, name, definition }) =>
    new Map(s).set(endpointId, {
      name,
      draft: definition,
      versions: new Map(),
      current: null,
      published: undefined,
      isOn: true,
    }),
  ),
  when(customEndpointChanged, (s, { endpointId, name, definition }) =>
    update(s, endpointId, one => ({ ...one, name, draft: definition })),
  ),
  when(customEndpointPublished, (s, { endpointId, version, definition, from, until }, { meta }) =>
    update(s, endpointId, one => ({
      ...one,
      current: version,
      published: definition,
      versions: ended(one.versions, from, until ?? meta?.at ?? '').set(version, {
        method: definition.method,
        path: definition.path,
        until: null,
      }),
    })),
  ),
  when(customEndpointRolledBack, (s, { endpointId, version, from, until }) =>
    update(s, endpointId, one => ({
      ...one,
      current: version,
      published: undefined,
      versions: ended(ended(one.versions, from, until), version, null),
    })),
  ),
  when(customEndpointSwitchedOff, (s, { endpointId }) =>
    update(s, endpointId, one => ({ ...one, isOn: false })),
  ),
  when(customEndpointSwitchedOn, (s, { endpointId }) =>
    update(s, endpointId, one => ({ ...one, isOn: true })),
  ),
  when(
    customEndpointRemoved,
    (s, { endpointId }) => new Map([...s].filter(([id]) => id !== endpointId)),
  ),
]);

export interface OfEndpoint {
  readonly projectId: string;
  readonly endpointId: string;
}
type Decide = (s: Endpoints) => Decision;

const aboutOne =
  ({ endpointId }: OfEndpoint, decide: (one: EndpointState, s: Endpoints) => Decision): Decide =>
  s => {
    const one = s.get(endpointId);
    return one ? decide(one, s) : reject('NOT_FOUND');
  };
const isSame = (one: EndpointDefinition | undefined, other: EndpointDefinition): boolean =>
  one !== undefined && sameJson(EndpointDefinition.parse(one), EndpointDefinition.parse(other));

export const addEndpoint =
  (
    of: OfEndpoint,
    requestId: string | null,
    name: string,
    definition: EndpointDefinition,
  ): Decide =>
  s =>
    s.has(of.endpointId)
      ? []
      : s.size >= MAX_ENDPOINTS
        ? reject('CONFLICT', { text: { key: 'endpoint-limit', values: { limit: MAX_ENDPOINTS } } })
        : [customEndpointAdded({ ...of, requestId, name, definition })];

export const changeEndpoint = (
  of: OfEndpoint,
  name: string,
  definition: EndpointDefinition,
): Decide =>
  aboutOne(of, one =>
    one.name === name && isSame(one.draft, definition)
      ? []
      : [customEndpointChanged({ ...of, name, definition })],
  );

const isCallable = ({ until }: Version, now: Date): boolean =>
  until === null || Date.parse(until) > now.getTime();

/** Another endpoint that is called under the same address, under any version. */
const takenBy = (
  s: Endpoints,
  endpointId: string,
  address: { readonly method: string; readonly path: string },
  now: Date,
): string | undefined =>
  [...s].find(
    ([id, { versions }]) =>
      id !== endpointId &&
      versions.values().some(version => isCallable(version, now) && overlaps(version, address)),
  )?.[1].name;
const taken = (name: string): Decision =>
  reject('NAME_TAKEN', { text: { key: 'endpoint-address-taken', values: { name } } });
const untilAfter = (now: Date, days: number): string =>
  new Date(now.getTime() + days * 86_400_000).toISOString();

/**
 * Publishes the draft as the next version. @param keepDays how long the version before can still be
 * called
 */
export const publishEndpoint = (of: OfEndpoint, keepDays: number, now: Date): Decide =>
  aboutOne(of, (one, s) => {
    const { name, draft, current, versions } = one;
    if (isSame(one.published, draft)) return [];
    const other = takenBy(s, of.endpointId, draft, now);
    if (other !== undefined) return taken(other);
    if (versions.size >= MAX_VERSIONS)
      return reject('CONFLICT', {
        text: { key: 'endpoint-version-limit', values: { limit: MAX_VERSIONS } },
      });
    if (isFull(one, keepDays, now)) return tooManyKept();
    return [
      customEndpointPublished({
        ...of,
        name,
        version: versions.size + 1,
        definition: draft,
        from: current,
        until: current === null ? null : untilAfter(now, keepDays),
      }),
    ];
  });

/** Beside the current version, which stays only if it is kept, and the next one. */
const isFull = ({ versions, current }: EndpointState, keepDays: number, now: Date): boolean =>
  [...versions].filter(([version, one]) =>
    version === current ? keepDays > 0 : isCallable(one, now),
  ).length >= MAX_CALLABLE;
const tooManyKept = (): Decision =>
  reject('CONFLICT', { text: { key: 'endpoint-versions-kept', values: { limit: MAX_CALLABLE } } });

/** Lets an earlier version be called again. */
export const rollBackEndpoint = (
  of: OfEndpoint,
  version: number,
  keepDays: number,
  now: Date,
): Decide =>
  aboutOne(of, (one, s) => {
    const earlier = one.versions.get(version);
    if (!earlier || one.current === null)
      return reject('NOT_FOUND', { text: 'endpoint-version-unknown' });
    if (one.current === version) return [];
    const other = takenBy(s, of.endpointId, earlier, now);
    if (other !== undefined) return taken(other);
    if (isFull(one, keepDays, now) && !isCallable(earlier, now)) return tooManyKept();
    return [
      customEndpointRolledBack({
        ...of,
        name: one.name,
        version,
        from: one.current,
        until: untilAfter(now, keepDays),
      }),
    ];
  });

export const switchEndpoint = (of: OfEndpoint, isOn: boolean): Decide =>
  aboutOne(of, ({ name, isOn: was, current }) =>
    current === null
      ? reject('CONFLICT', { text: 'endpoint-not-published' })
      : was === isOn
        ? []
        : [(isOn ? customEndpointSwitchedOn : customEndpointSwitchedOff)({ ...of, name })],
  );

export const removeEndpoint =
  (of: OfEndpoint): Decide =>
  s => {
    const one = s.get(of.endpointId);
    return one ? [customEndpointRemoved({ ...of, name: one.name })] : [];
  };
