import { listProjectBin } from '@hzm/contracts/features/projects/bin-api';
import { useEffect, useEffectEvent } from 'react';
import { watch } from '../realtime/socket.ts';
import { useSession } from '../state/use-session.ts';
import { useAnswer } from './use-answer.ts';
import { usePages } from './use-pages.ts';

/** A page of the reader's deleted projects, loaded again when their projects change. */
export function useProjectBin(limit = 50) {
  const { user } = useSession();
  const { page, stepsIn } = usePages();
  const asked = useAnswer(listProjectBin, { query: { page, limit } });
  const again = useEffectEvent(asked.reloadFrom);
  useEffect(
    () =>
      watch(`user:${user.id}`, {
        onChanges: ({ position, changes }) => {
          if (changes.some(({ kind }) => kind === 'project')) again(position);
        },
        onRefetch: () => again(''),
      }),
    [user.id],
  );
  return { ...asked, ...stepsIn(asked.data?.pagination), projects: asked.data?.projects };
}
