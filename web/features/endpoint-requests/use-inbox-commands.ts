import { advanced, type ListedRequest } from '@hzm/contracts/features/endpoint-requests/request';
import { mayAs } from '@hzm/contracts/features/members/rights';
import type { Project } from '@hzm/contracts/features/projects/project';
import { useTranslation } from 'react-i18next';
import { useCommands } from '../../state/commands.ts';
import { useSession } from '../../state/use-session.ts';
import { neighbour, nextWithout } from './inbox.ts';
import type { InboxAddress } from './use-address.ts';
import { useSteps } from './use-steps.ts';

const cardOf = (id: string): HTMLElement | null =>
  document.querySelector(`[data-request="${CSS.escape(id)}"]`);

const focusRequest = (id: string): void => cardOf(id)?.focus();

const focusedRequest = (): string | undefined =>
  document.activeElement?.closest<HTMLElement>('[data-request]')?.dataset['request'];

interface Props {
  project: Project;
  requests: readonly ListedRequest[];
  shown: readonly ListedRequest[];
  address: InboxAddress;
  onReject: (request: ListedRequest) => void;
}

/** Registers the actions of an inbox with keyboard and palette. @returns the steps */
export function useInboxCommands({ project, requests, shown, address, onReject }: Props) {
  const { t } = useTranslation('requests');
  const { search } = address;
  const steps = useSteps(project.id, {
    onGone: id => {
      if (search.request !== id) return;
      const next = nextWithout(shown, id);
      if (next === undefined) address.close();
      else address.show(next);
    },
    onBack: address.show,
  });
  const move = (by: 1 | -1): void => {
    const next = neighbour(shown, focusedRequest() ?? search.request, by);
    if (next === undefined) return;
    // An open request is replaced by the next; in the list only the focus moves.
    if (search.request !== undefined) address.show(next);
    focusRequest(next);
  };
  /** Returns the target of a key: the open request, or the focused one. */
  const subject = (): ListedRequest | undefined =>
    requests.find(({ id }) => id === (search.request ?? focusedRequest()));
  const decide = (act: (request: ListedRequest) => void) => (): void => {
    const request = subject();
    if (request && advanced[request.status] !== undefined) act(request);
  };
  const { user } = useSession();
  useCommands({
    title: t('title'),
    commands: [
      { id: 'next-request', label: t('commands.next'), keys: 'j', run: () => move(1) },
      { id: 'previous-request', label: t('commands.previous'), keys: 'k', run: () => move(-1) },
      ...(user.isAdmin
        ? [
            {
              id: 'advance-request',
              label: t('commands.advance'),
              keys: 'e',
              run: decide(request => void steps.passOn(request)),
            },
            { id: 'reject-request', label: t('commands.reject'), keys: 'r', run: decide(onReject) },
          ]
        : []),
      ...(mayAs(project.role, 'requests:write')
        ? [{ id: 'new-request', label: t('new.open'), keys: 'n', run: address.askNew }]
        : []),
    ],
    shortcuts: [{ keys: ['Enter'], label: t('commands.open') }],
  });
  return steps;
}
