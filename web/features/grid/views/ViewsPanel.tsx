import { changeSavedView, removeSavedView } from '@hzm/contracts/features/saved-views/api';
import type { SavedView } from '@hzm/contracts/features/saved-views/saved-view';
import type { Field } from '@hzm/contracts/features/tables/table';
import { ActionIcon, Button, Divider, Loader, Stack, Text } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../lib/http.ts';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { notifyDone } from '../../../ui/notify.tsx';
import { Question } from '../../../ui/Question.tsx';
import { useSending } from '../../../ui/use-sending.ts';
import type { Columns } from '../columns/use-columns.ts';
import { missingIn, unfitIn } from '../model/known-view.ts';
import type { View } from '../model/view.ts';
import { isChanged, openedAs, openedPlain, settingsOf } from './saved-view.ts';
import type { SavedViews } from './use-saved-views.ts';
import { ViewForm } from './ViewForm.tsx';
import classes from './Views.module.css';

export interface ViewsPanelProps {
  readonly tableId: string;
  readonly fields: readonly Field[];
  readonly saved: SavedViews;
  readonly view: View;
  readonly onView: (view: View) => void;
  readonly columns: Columns;
  /** Whether the person may change the views of everybody. */
  readonly shares: boolean;
  readonly onClose: () => void;
}

type Task =
  | { readonly kind: 'add' }
  | { readonly kind: 'rename' | 'remove'; readonly view: SavedView };

/** The saved views of a table, and all that one can do with them. */
export function ViewsPanel(props: ViewsPanelProps) {
  const { t } = useTranslation('grid');
  const { tableId, saved, view, onView, columns, shares, onClose } = props;
  const panel = useRef<HTMLDivElement>(null);
  const [task, setTask] = useState<Task | null>(null);
  // The focused form is gone, and Escape is heard where the focus is.
  const back = (): void => {
    setTask(null);
    setTimeout(() => panel.current?.focus());
  };
  const done = (text: string, position: string | null): void => {
    notifyDone(text);
    saved.reloadFrom(position ?? '');
    back();
  };
  if (task?.kind === 'remove') {
    const { id, name } = task.view;
    return (
      <Question
        confirm={t('views.remove')}
        failed={t('views.failed')}
        onClose={back}
        onConfirm={async () => {
          const { position } = await send(removeSavedView, { params: { viewId: id } });
          if (view.saved === id) onView(openedPlain(view));
          done(t('views.removed', { name }), position);
        }}
      >
        <Text>{t('views.removeQuestion', { name })}</Text>
      </Question>
    );
  }
  if (task)
    return (
      <ViewForm
        tableId={tableId}
        renamed={task.kind === 'rename' ? task.view : undefined}
        settings={settingsOf(view, columns.arrangement)}
        shares={shares}
        onCancel={back}
        onDone={(next, position) => {
          done(t('views.saved', { name: next.name }), position);
          if (task.kind !== 'add') return;
          onView(openedAs(view, next));
          onClose();
        }}
      />
    );
  return (
    <Stack ref={panel} gap="xs" tabIndex={-1} className={classes.panel}>
      <Views {...props} onTask={setTask} />
      {saved.current && <Changed {...props} saved={saved} current={saved.current} onDone={done} />}
      <Button size="xs" variant="default" onClick={() => setTask({ kind: 'add' })}>
        {t('views.add')}
      </Button>
    </Stack>
  );
}

/** The list: all rows, the views of everybody, one's own. */
function Views(props: ListProps) {
  const { t } = useTranslation('grid');
  const { saved, view, onView, onClose } = props;
  const { views, error, current, reload } = saved;
  if (error && !views)
    return <ErrorNotice error={error} title={t('views.unread')} onRetry={reload} />;
  if (!views) return <Loader size="sm" role="status" aria-label={t('views.loading')} />;
  const open = (next: View): void => {
    onView(next);
    onClose();
  };
  return (
    <>
      <ul className={classes.list}>
        <li className={classes.item}>
          <button
            type="button"
            className={classes.view}
            aria-current={current ? undefined : 'true'}
            onClick={() => open(openedPlain(view))}
          >
            {t('views.all')}
          </button>
        </li>
      </ul>
      <ViewsOf {...props} scope="everybody" onOpen={open} />
      <ViewsOf {...props} scope="own" onOpen={open} />
      {views.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('views.none')}
        </Text>
      )}
      <Divider />
    </>
  );
}

type ListProps = ViewsPanelProps & { onTask: (task: Task) => void };

function ViewsOf({
  saved: { views, current },
  fields,
  view,
  shares,
  scope,
  onOpen,
  onTask,
}: ListProps & { scope: SavedView['scope']; onOpen: (view: View) => void }) {
  const { t } = useTranslation('grid');
  const own = views?.filter(one => one.scope === scope) ?? [];
  if (own.length === 0) return null;
  return (
    <section aria-label={t(`views.${scope}`)}>
      <Text size="xs" fw={600} c="dimmed">
        {t(`views.${scope}`)}
      </Text>
      <ul className={classes.list}>
        {own.map(one => (
          <ViewItem
            key={one.id}
            view={one}
            isCurrent={one === current}
            broken={brokenIn(fields, one.settings)}
            mayChange={scope === 'own' || shares}
            onOpen={() => onOpen(openedAs(view, one))}
            onTask={onTask}
          />
        ))}
      </ul>
    </section>
  );
}

/** Returns the text that says why a view cannot be shown as it was saved; undefined if it can. */
const brokenIn = (fields: ListProps['fields'], settings: SavedView['settings']) =>
  missingIn(fields, settings).length > 0
    ? ('views.missingField' as const)
    : unfitIn(fields, settings).length > 0
      ? ('views.unfitField' as const)
      : undefined;

function ViewItem({
  view,
  isCurrent,
  broken,
  mayChange,
  onOpen,
  onTask,
}: {
  view: SavedView;
  isCurrent: boolean;
  broken: ReturnType<typeof brokenIn>;
  mayChange: boolean;
  onOpen: () => void;
  onTask: (task: Task) => void;
}) {
  const { t } = useTranslation('grid');
  const { name } = view;
  return (
    <li className={classes.item}>
      <button
        type="button"
        className={classes.view}
        dir="auto"
        title={name}
        aria-current={isCurrent ? 'true' : undefined}
        onClick={onOpen}
      >
        {name}
        {broken && (
          <Text component="span" size="xs" c="dimmed" className={classes.broken}>
            {t(broken)}
          </Text>
        )}
      </button>
      {mayChange && (
        <>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('views.renameOf', { name })}
            title={t('views.rename')}
            onClick={() => onTask({ kind: 'rename', view })}
          >
            <IconPencil size={16} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('views.removeOf', { name })}
            title={t('views.remove')}
            onClick={() => onTask({ kind: 'remove', view })}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </>
      )}
    </li>
  );
}

/** The current view once something else is looked at: saved anew, or shown as it was. */
function Changed({
  current,
  view,
  columns,
  shares,
  onView,
  onDone,
}: ViewsPanelProps & {
  current: SavedView;
  onDone: (text: string, position: string | null) => void;
}) {
  const { t } = useTranslation('grid');
  const { busy, error, run } = useSending();
  if (!isChanged(current, view, columns.arrangement)) return null;
  const save = async (): Promise<void> => {
    const { position } = await send(changeSavedView, {
      params: { viewId: current.id },
      body: { settings: settingsOf(view, columns.arrangement) },
    });
    onDone(t('views.saved', { name: current.name }), position);
  };
  return (
    <>
      {error && <ErrorNotice error={error} title={t('views.failed')} />}
      {(current.scope === 'own' || shares) && (
        <Button size="xs" loading={busy} onClick={() => void run(save)}>
          {t('views.save', { name: current.name })}
        </Button>
      )}
      <Button
        size="xs"
        variant="default"
        onClick={() => {
          columns.arrange(current.settings.columns);
          onView(openedAs(view, current));
        }}
      >
        {t('views.reset')}
      </Button>
    </>
  );
}
