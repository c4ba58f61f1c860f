import type { FieldKey } from '@hzm/contracts/core/field-key';
import { admin } from './admin.ts';
import { project, requests, threads } from './of-project.ts';
import { pricing } from './pricing.ts';
import { table } from './table.ts';
import { thread } from './thread.ts';
import type { TopicKind } from './topic.ts';
import { user } from './user.ts';

/** Everything that can be watched. */
export const topicKinds: readonly TopicKind[] = [
  user,
  project,
  table,
  requests,
  threads,
  thread,
  admin,
  pricing,
];

export interface Topic {
  readonly name: string;
  /** Names the messages of its watchers: those of one topic differ by the keys of rows' values. */
  readonly channel: string;
  readonly fieldKey: FieldKey;
  readonly kind: TopicKind;
  readonly id: string;
  readonly keys: readonly string[];
}

const byId = (name: string): string => `${name} by id`;
/** The channels that the topic of this name may have. */
export const channelsOf = (name: string): readonly string[] => [name, byId(name)];

/** A topic by its name, `<kind>:<id>`; undefined when there is no such kind. */
export function topicOf(name: string, fieldKey: FieldKey = 'name'): Topic | undefined {
  const [kindName, id = ''] = name.split(':');
  const kind = topicKinds.find(one => one.name === kindName);
  if (!kind) return undefined;
  const topic = { name, kind, id, keys: kind.keysTo(id) };
  if (kind === table && fieldKey === 'id') return { ...topic, channel: byId(name), fieldKey };
  return { ...topic, channel: name, fieldKey: 'name' };
}
