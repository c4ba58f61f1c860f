import {
  moveEndpointRequest,
  restoreEndpointRequest,
  undoEndpointRequestStep,
  withdrawEndpointRequest,
} from '@hzm/contracts/features/endpoint-requests/api';
import {
  advanced,
  type EndpointRequest,
  type ListedRequest,
  type RequestStatus,
} from '@hzm/contracts/features/endpoint-requests/request';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../lib/error-text.ts';
import { send } from '../../lib/http.ts';
import { notifyDone, notifyFailed, notifyUndoable } from '../../ui/notify.tsx';
import { useSending } from '../../ui/use-sending.ts';
import { takeRequest } from './inbox.live.ts';

interface Steps {
  readonly busy: boolean;
  /** Advances a request, which stays open; does nothing at the last step. */
  readonly advance: (request: ListedRequest, note: string, onDone: () => void) => Promise<void>;
  /** Advances a request and opens the next one. */
  readonly passOn: (request: ListedRequest) => Promise<void>;
  /** @throws ApiError */
  readonly reject: (request: ListedRequest, reason: string) => Promise<void>;
  readonly withdraw: (request: ListedRequest) => Promise<void>;
  readonly restore: (request: ListedRequest) => Promise<void>;
}

interface Answered {
  readonly data: EndpointRequest;
  readonly position: string | null;
}

const name = ({ endpoint_name }: ListedRequest) => ({ name: endpoint_name });
const params = ({ id }: { readonly id: string }) => ({ requestId: id });

const move = (request: ListedRequest, status: RequestStatus, note: string) =>
  send(
    moveEndpointRequest,
    { params: params(request), body: { status, admin_notes: note } },
    { ifMatch: request._version },
  );

const withdraw = (request: ListedRequest) =>
  send(withdrawEndpointRequest, { params: params(request) }, { ifMatch: request._version });

const restore = (request: { readonly id: string }) =>
  send(restoreEndpointRequest, { params: params(request) });

const undo = (after: EndpointRequest) =>
  send(undoEndpointRequestStep, { params: params(after), body: { version: after._version } });

/**
 * Actions on a request, each with an undo in its notice. `onGone` is called when it leaves its
 * place, `onBack` when it returns.
 */
export function useSteps(
  projectId: string,
  { onGone, onBack }: { onGone: (id: string) => void; onBack: (id: string) => void },
): Steps {
  const { t } = useTranslation('requests');
  const errorText = useErrorText();
  const { busy, run } = useSending();
  const failed = (error: unknown): void => notifyFailed(errorText(error, t('failedStep')));

  const take = ({ position }: ListedRequest, { data, position: at }: Answered): void =>
    takeRequest(projectId, data, { position: at ?? position });
  /** Performs a step, applies its answer, and offers the undo. */
  const step = async (
    request: ListedRequest,
    ask: () => Promise<Answered>,
    done: string,
    back: (after: EndpointRequest) => Promise<Answered>,
    stays = false,
  ): Promise<void> => {
    const answer = await ask();
    if (!stays) onGone(request.id);
    take(request, answer);
    notifyUndoable(done, t('undo'), () => {
      back(answer.data).then(undone => {
        take(request, undone);
        onBack(request.id);
      }, failed);
    });
  };
  const quietly = (work: () => Promise<void>): Promise<void> => run(() => work().catch(failed));
  /** @param onDone given if the request stays open */
  const moveOn = (request: ListedRequest, note: string, onDone?: () => void): Promise<void> =>
    quietly(async () => {
      const status = advanced[request.status];
      if (status === undefined) return;
      const done = t(`done.${status as 'approved'}`, name(request));
      await step(request, () => move(request, status, note), done, undo, onDone !== undefined);
      onDone?.();
    });

  return {
    busy,
    advance: (request, note, onDone) => moveOn(request, note, onDone),
    passOn: request => moveOn(request, ''),
    reject: (request, reason) =>
      step(
        request,
        () => move(request, 'rejected', reason),
        t('done.rejected', name(request)),
        undo,
      ),
    withdraw: request =>
      quietly(() =>
        step(request, () => withdraw(request), t('done.withdrawn', name(request)), restore),
      ),
    restore: request =>
      quietly(async () => {
        take(request, await restore(request));
        notifyDone(t('done.restored', name(request)));
      }),
  };
}
