import type { Table } from '@hzm/contracts/features/tables/table';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useCommands } from '../../../state/commands.ts';
import { isPlain, type View } from '../model/view.ts';
import { unfiltered } from '../model/where.ts';
import { gridShortcuts } from './shortcuts.ts';

/** Makes known what can be done with the rows of a table. */
export function useGridCommands({
  table,
  view,
  onAdd,
  hasHistory,
  onFind,
  onView,
}: {
  table: Table;
  view: View;
  onAdd: (() => void) | undefined;
  hasHistory: boolean;
  onFind: (() => void) | undefined;
  onView: (view: View) => void;
}): void {
  const { t } = useTranslation('grid');
  const navigate = useNavigate();
  const go = (to: string, search: object): void => void navigate({ to, search } as never);
  useCommands({
    title: t('tableOf', { table: table.name }),
    commands: [
      ...(onAdd ? [{ id: 'add-row', label: t('addRow'), run: onAdd }] : []),
      ...(onFind ? [{ id: 'find', label: t('find.label'), keys: 'mod+F', run: onFind }] : []),
      ...(isPlain(view)
        ? []
        : [
            {
              id: 'all-rows',
              label: t('showAll'),
              run: () => onView({ ...view, ...unfiltered, sort: [], page: 1 }),
            },
          ]),
      ...(hasHistory
        ? [
            {
              id: 'table-history',
              label: t('tableHistory'),
              run: () =>
                void navigate({
                  to: '.',
                  search: ((rest: object) => ({ ...rest, history: table.id })) as never,
                  state: before => ({ ...before, over: true }),
                  resetScroll: false,
                }),
            },
          ]
        : []),
      {
        id: 'fields',
        label: t('toFields'),
        run: () => go(`/projects/${table.projectId}`, { table: table.id }),
      },
    ],
    shortcuts: gridShortcuts.map(({ text, keys }) => ({ keys, label: t(`shortcuts.${text}`) })),
  });
}
