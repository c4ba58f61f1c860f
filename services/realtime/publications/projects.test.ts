import type { Event } from '@hzm/contracts/core/event';
import { positionOf } from '@hzm/contracts/core/position';
import { defaultSettings } from '@hzm/contracts/features/projects/project';
import { patch } from '@hzm/projections/core/changes';
import { projectDocs } from '@hzm/projections/features/projects/projects';
import { expect, it } from 'vitest';
import { entryOf } from '../buffered-event.ts';
import type { TopicContext } from '../topics/topic.ts';
import { projects } from './projects.ts';

const settings = { ...defaultSettings, webhookUrl: 'https://new-secret.example.com' };
const doc = {
  id: 'p',
  name: 'Dükkân',
  apiKey: 'new-secret',
  apiKeyPassword: 'new-secret',
  settings,
  position: positionOf(3),
};
const context = {
  engine: { model: { get: async () => doc } },
  people: { get: async () => undefined },
} as unknown as TopicContext;

/** Returns the changes for an event at a position; the project last changed at position three. */
function toldAt(position: number) {
  const event = {
    type: 'told',
    data: { projectId: 'p' },
    position: positionOf(position),
  } as unknown as Event;
  const entry = entryOf(event, [patch(projectDocs, { id: 'p', set: { name: 'Dükkân' } })]);
  return projects.toChanges(entry, 'p', context);
}

it('only the last change of a project contains its secrets, because earlier watchers may have lost their right', async () => {
  const [earlier] = await toldAt(2);
  expect(earlier).toMatchObject({ op: 'patch', patch: { id: 'p', name: 'Dükkân' } });
  expect(JSON.stringify(earlier)).not.toContain('new-secret');
  const [last] = await toldAt(3);
  expect(last).toMatchObject({
    op: 'put',
    doc: { apiKey: 'new-secret', apiKeyPassword: 'new-secret', settings },
  });
});
