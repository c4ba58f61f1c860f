import { events } from '@hzm/contracts/registry';
import { expect, it } from 'vitest';
import { end, sampleEvents } from './sample-events.ts';

/** Delete, revoke, end or finish something that had room, or are the project itself. */
const ALWAYS_TAKEN = [
  'api-key-password-changed',
  'api-key-regenerated',
  'api-key-removed',
  'api-keys-suspended',
  'attachment-removed',
  'cell-file-released',
  'cell-file-removed',
  'cell-file-retained',
  'custom-endpoint-removed',
  'custom-endpoint-switched-off',
  'endpoint-request-withdrawn',
  'field-erased',
  'field-removed',
  'file-names-erased',
  'former-api-key-ended',
  'hand-over-abandoned',
  'invitation-declined',
  'invitation-withdrawn',
  'member-joined',
  'member-removed',
  'message-removed',
  'offer-ended',
  'personal-link-removed',
  'project-binned',
  'project-created',
  'project-deleted',
  'project-handed-over',
  'project-offered',
  'project-received',
  'project-released',
  'project-restored',
  'protection-disabled',
  'reaction-removed',
  'relationship-removed',
  'row-import-advanced',
  'row-import-ended',
  'row-import-undo-advanced',
  'row-import-undo-started',
  'row-import-undone',
  'row-removed',
  'rows-removed',
  'saved-view-removed',
  'table-deleted',
  'table-erased',
  'test-environment-deleted',
  'thread-title-erased',
  'transfer-undone',
  'values-converted',
  'webhook-paused',
  'webhook-secret-ended',
  'webhook-secret-renewed',
  'webhook-suspended',
  'widget-removed',
  'widgets-transfer-undone',
];

it('a full project refuses every event but those that delete, revoke or end something', () => {
  // The sample of this type switches a key off, which is always taken.
  const switchedOn = sampleEvents.flatMap(({ type, data }) =>
    type === 'api-key-changed' ? [{ type, data: { ...data, isActive: true } }] : [],
  );
  const samples = [...sampleEvents, ...end, ...switchedOn];
  const taken = events.filter(
    definition =>
      definition.isOfProject &&
      !samples.some(({ type, data }) => type === definition.type && definition.needsRoom(data)),
  );
  expect(taken.map(({ type }) => type).toSorted()).toEqual(ALWAYS_TAKEN);
});
