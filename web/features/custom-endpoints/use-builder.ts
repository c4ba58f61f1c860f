import { sameJson } from '@hzm/contracts/core/json';
import {
  addCustomEndpoint,
  changeCustomEndpoint,
  publishCustomEndpoint,
  removeCustomEndpoint,
  switchCustomEndpoint,
} from '@hzm/contracts/features/custom-endpoints/api';
import type { EndpointDefinition } from '@hzm/contracts/features/custom-endpoints/definition';
import type { CustomEndpoint } from '@hzm/contracts/features/custom-endpoints/endpoint';
import { useState } from 'react';
import type { ApiError } from '../../lib/api-error.ts';
import { send } from '../../lib/http.ts';

interface Written {
  readonly name: string;
  readonly definition: EndpointDefinition;
}

const draftOf = ({ name, draft }: CustomEndpoint): Written => ({ name, definition: draft });

/** Adds an endpoint, or changes the stored one. */
async function sendDraft(
  projectId: string,
  requestId: string | null,
  base: CustomEndpoint | null,
  written: Written,
): Promise<CustomEndpoint> {
  const { data } =
    base === null
      ? await send(addCustomEndpoint, { params: { projectId }, body: { ...written, requestId } })
      : await send(
          changeCustomEndpoint,
          { params: { endpointId: base.id }, body: written },
          { ifMatch: base._version },
        );
  return data.endpoint;
}

const sendPublication = async (endpointId: string, keepDays: number): Promise<CustomEndpoint> =>
  (await send(publishCustomEndpoint, { params: { endpointId }, body: { keepDays } })).data.endpoint;

const sendSwitch = async (endpointId: string, isOn: boolean): Promise<CustomEndpoint> =>
  (await send(switchCustomEndpoint, { params: { endpointId }, body: { isOn } })).data.endpoint;

/**
 * An endpoint being edited, beside its stored state. Remote saves are taken over unless there are
 * local changes.
 */
export function useBuilder(
  projectId: string,
  requestId: string | null,
  beginning: Written,
  there: CustomEndpoint | null,
) {
  const [written, setWritten] = useState<Written>(() => (there ? draftOf(there) : beginning));
  const [base, setBase] = useState(there);
  const [refusal, setRefusal] = useState<ApiError | null>(null);
  const isDirty = base === null || !sameJson(written, draftOf(base));
  const isBehind = there !== null && base !== null && there._version > base._version;
  if (isBehind && (!isDirty || sameJson(draftOf(there), draftOf(base)))) {
    setBase(there);
    if (!isDirty) setWritten(draftOf(there));
  }
  const take = (endpoint: CustomEndpoint): CustomEndpoint => {
    setBase(endpoint);
    setRefusal(null);
    return endpoint;
  };
  const save = async (): Promise<CustomEndpoint> => {
    if (base && !isDirty) return base;
    const endpoint = await sendDraft(projectId, requestId, base, written);
    setWritten(draftOf(endpoint));
    return take(endpoint);
  };
  const detailAt = (path: string) => refusal?.details.find(one => one.path === path)?.message;
  // Its dependencies may have changed without a change of its own.
  const shown = there !== null && base !== null && there._version >= base._version ? there : base;
  return {
    written,
    base,
    shown,
    isDirty,
    refusal,
    setRefusal,
    take,
    save,
    /** Whether there are both remote and local changes. */
    isBehind: isBehind && isDirty && !sameJson(draftOf(there), draftOf(base)),
    takeTheirs: () => {
      if (there) {
        setWritten(draftOf(there));
        take(there);
      }
    },
    write: (more: Partial<Written>) => setWritten(before => ({ ...before, ...more })),
    /** Returns the error of a member: of the last save, else of the published definition. */
    faultOf: (path: string) =>
      detailAt(`definition.${path}`) ??
      (isDirty ? undefined : shown?.faults.find(one => one.path === path)?.message),
    nameFault: detailAt('name'),
    /**
     * @param onAdded called once the endpoint is added, before it is published: publishing may
     * still fail
     */
    publish: async (keepDays: number, onAdded: (id: string) => void): Promise<CustomEndpoint> => {
      const { id } = await save();
      if (base === null) onAdded(id);
      return take(await sendPublication(id, keepDays));
    },
    switchTo: async (isOn: boolean): Promise<CustomEndpoint> =>
      take(await sendSwitch(base!.id, isOn)),
    remove: () => send(removeCustomEndpoint, { params: { endpointId: base!.id } }),
  };
}
