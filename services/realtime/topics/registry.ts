import type { FieldKey } from '@hzm/contracts/core/field-key';
import { admin } from './admin.ts';
import { project, requests, threads } from './of-project.ts';
import { pricing } from './pricing.ts';
import { table } from './table.ts';
import { thread } from './thread.ts';
import type { TopicKind } from './topic.ts';
import { user } from './user.ts';
import { widget } from './widget.ts';

/** All kinds of topics. */
export const topicKinds: readonly TopicKind[] = [
  user,
  project,
  table,
  requests,
  threads,
  thread,
  admin,
  pricing,
  widget,
];

export interface Topic {
  readonly name: string;
  /** The name of the watchers' messages, which within a topic differ by the keys of row values. */
  readonly channel: string;
  readonly fieldKey: FieldKey;
  readonly kind: TopicKind;
  readonly id: string;
  readonly keys: readonly string[];
}

const byId = (name: string): string => `${name} by id`;
/** Returns the possible channels of a topic. */
export const channelsOf = (name: string): readonly string[] => [name, byId(name)];

/** Parses a topic name, `<kind>:<id>`; undefined for an unknown kind. */
export function topicOf(name: string, fieldKey: FieldKey = 'name'): Topic | undefined {
  const [kindName, id = ''] = name.split(':');
  const kind = topicKinds.find(one => one.name === kindName);
  if (!kind) return undefined;
  const topic = { name, kind, id, keys: kind.keysTo(id) };
  if (kind === table && fieldKey === 'id') return { ...topic, channel: byId(name), fieldKey };
  return { ...topic, channel: name, fieldKey: 'name' };
}
