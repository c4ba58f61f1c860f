import type { RequestOf } from '@hzm/contracts/core/call';
import {
  addApiKey,
  changeApiKey,
  endFormerApiKey,
  listApiKeys,
  regenerateApiKey,
  removeApiKey,
} from '@hzm/contracts/features/keys/api';
import type { ApiKey } from '@hzm/contracts/features/keys/key';
import { send } from '../../lib/http.ts';
import { liveResource, resources, useLive, type Loaded } from '../../state/live-resource.ts';
import { knownFrom, takeIn, without, type Known } from '../../state/live.ts';

/**
 * Keys of a project, the main key first. The topic pushes only that a key changed, and its content
 * is loaded: not everyone who watches a project may see keys.
 */
export const keysOf = resources<Known<ApiKey>>(projectId =>
  liveResource({
    topic: `project:${projectId}`,
    load: async ask => knownFrom((await ask(listApiKeys, { params: { projectId } })).keys),
    apply: (known, change) => (change.kind === 'key' ? 'refetch' : known),
  }),
);

export const useKeys = (projectId: string): Loaded<Known<ApiKey>> => useLive(keysOf(projectId));

const draw = (apiKey: ApiKey): void =>
  keysOf(apiKey.projectId).update(known => takeIn(known, apiKey, 'last'));

export async function add(
  projectId: string,
  body: RequestOf<typeof addApiKey>['body'],
): Promise<void> {
  draw((await send(addApiKey, { params: { projectId }, body })).data.apiKey);
}

export async function change(
  { id: keyId }: ApiKey,
  body: RequestOf<typeof changeApiKey>['body'],
): Promise<void> {
  draw((await send(changeApiKey, { params: { keyId }, body })).data.apiKey);
}

export async function regenerate({ id: keyId }: ApiKey, overlapHours: number): Promise<void> {
  draw((await send(regenerateApiKey, { params: { keyId }, body: { overlapHours } })).data.apiKey);
}

/** Ends the former text of a key before its time. */
export async function endFormer({ id: keyId }: ApiKey): Promise<void> {
  draw((await send(endFormerApiKey, { params: { keyId } })).data.apiKey);
}

export async function remove({ id: keyId, projectId }: ApiKey): Promise<void> {
  await send(removeApiKey, { params: { keyId } });
  keysOf(projectId).update(known => without(known, keyId));
}
