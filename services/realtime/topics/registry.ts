import { admin } from './admin.ts';
import { project, requests, threads } from './of-project.ts';
import { pricing } from './pricing.ts';
import { table } from './table.ts';
import { thread } from './thread.ts';
import type { TopicKind } from './topic.ts';
import { user } from './user.ts';

/** Everything that can be watched. */
export const topicKinds: readonly TopicKind[] = [user, project, table, requests, threads, thread, admin, pricing];

export interface Topic {
  readonly name: string;
  readonly kind: TopicKind;
  readonly id: string;
  readonly keys: readonly string[];
}

/** A topic by its name, `<kind>:<id>`; undefined when there is no such kind. */
export function topicOf(name: string): Topic | undefined {
  const [kindName, id = ''] = name.split(':');
  const kind = topicKinds.find(one => one.name === kindName);
  return kind && { name, kind, id, keys: kind.keysTo(id) };
}
