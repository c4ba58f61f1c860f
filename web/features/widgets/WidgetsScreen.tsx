import { mayAs } from '@hzm/contracts/features/members/rights';
import type { Project } from '@hzm/contracts/features/projects/project';
import type { Table } from '@hzm/contracts/features/tables/table';
import { removeWidget } from '@hzm/contracts/features/widgets/api';
import { MAX_WIDGETS, type ListedWidget } from '@hzm/contracts/features/widgets/widget';
import { Button, Skeleton, Text, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconChartBar, IconPlus } from '@tabler/icons-react';
import { useState, type ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../lib/error-text.ts';
import { send } from '../../lib/http.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { menuOf } from '../../ui/menu-of.ts';
import { notifyDone } from '../../ui/notify.tsx';
import { Dialog } from '../../ui/Overlay.tsx';
import { Page } from '../../ui/Page.tsx';
import { Question } from '../../ui/Question.tsx';
import { Trail } from '../../ui/Trail.tsx';
import { CreateForm } from './CreateForm.tsx';
import { EmbedPanel } from './EmbedPanel.tsx';
import { SettingsForm } from './SettingsForm.tsx';
import { useWidgets } from './use-widgets.ts';
import { WidgetCard, type WidgetTask } from './WidgetCard.tsx';
import { WidgetFailure } from './WidgetFailure.tsx';
import classes from './Widgets.module.css';

/** The widgets of a project as cards, with the dialogs that create, change and delete them. */
export function WidgetsScreen({ project, tables }: { project: Project; tables: readonly Table[] }) {
  const { t } = useTranslation('widgets');
  const errorText = useErrorText();
  const { data, error, reload, reloadFrom } = useWidgets(project.id);
  const isNarrow = useMediaQuery('(max-width: 48em)') ?? false;
  const [isCreating, setCreating] = useState(false);
  const [task, setTask] = useState<{ what: WidgetTask; widget: ListedWidget } | null>(null);
  const mayBuild = mayAs(project.role, 'project:write');
  const isFull = data !== null && data.widgets.length >= MAX_WIDGETS;
  const create = mayBuild && <CreateButton isFull={isFull} setCreating={setCreating} />;
  const close = (): void => setTask(null);
  const done = (position: string): void => {
    setCreating(false);
    setTask(null);
    reloadFrom(position);
  };
  const asked = (what: WidgetTask) => ({
    opened: task?.what === what,
    onClose: close,
    title: t(`dialogs.${what}`, { name: task?.widget.name ?? '' }),
    focusTo: () => task && menuOf(task.widget.id),
  });
  return (
    <Page
      title={t('list.title')}
      subtitle={t('list.lead', { project: project.name })}
      back={<Trail project={project} />}
      actions={data && data.widgets.length > 0 && create}
    >
      {isFull && <FullNote />}
      {data === null && error === null && <WidgetsSkeleton />}
      {error && (
        <ErrorNotice
          error={error}
          title={t('list.failed', { message: errorText(error) })}
          onRetry={reload}
        />
      )}
      {data?.widgets.length === 0 && <NoWidgets create={create} />}
      {data && data.widgets.length > 0 && (
        <WidgetCards data={data} mayBuild={mayBuild} setTask={setTask} />
      )}
      <Dialog opened={isCreating} onClose={() => setCreating(false)} title={t('dialogs.create')}>
        <CreateForm projectId={project.id} onCancel={() => setCreating(false)} onDone={done} />
      </Dialog>
      <Dialog {...asked('settings')} size="76rem" fullScreen={isNarrow} closeOnClickOutside={false}>
        {task && (
          <SettingsForm widgetId={task.widget.id} tables={tables} onCancel={close} onDone={done} />
        )}
      </Dialog>
      <Dialog {...asked('embed')} size="xl" fullScreen={isNarrow}>
        {task && <EmbedPanel widget={task.widget} />}
      </Dialog>
      <Dialog {...asked('remove')}>
        {task && <RemoveQuestion widget={task.widget} onClose={close} onDone={done} />}
      </Dialog>
    </Page>
  );
}

function FullNote() {
  const { t } = useTranslation('widgets');
  return (
    <Text size="sm" id="widgets-full" mb="md">
      {t('list.full', { most: MAX_WIDGETS })}
    </Text>
  );
}

function CreateButton({
  isFull,
  setCreating,
}: {
  isFull: boolean;
  setCreating: (value: boolean) => void;
}) {
  const { t } = useTranslation('widgets');
  return (
    <Button
      leftSection={<IconPlus size={17} aria-hidden />}
      disabled={isFull}
      aria-describedby={isFull ? 'widgets-full' : undefined}
      onClick={() => setCreating(true)}
    >
      {t('list.new')}
    </Button>
  );
}

function WidgetsSkeleton() {
  const { t } = useTranslation('widgets');
  return (
    <div className={classes.grid} aria-busy>
      <VisuallyHidden role="status">{t('list.loading')}</VisuallyHidden>
      {[0, 1, 2].map(n => (
        <Skeleton key={n} h={150} radius="lg" />
      ))}
    </div>
  );
}

function NoWidgets({ create }: { create: false | ReactElement }) {
  const { t } = useTranslation('widgets');
  return (
    <EmptyState icon={<IconChartBar size={26} />} text={t('list.empty')}>
      {create || (
        <Text size="sm" c="dimmed" ta="center">
          {t('list.emptyHint')}
        </Text>
      )}
    </EmptyState>
  );
}

function WidgetCards({
  data,
  mayBuild,
  setTask,
}: {
  data: { widgets: ListedWidget[]; total: number; projectInfo: { id: string; name: string } };
  mayBuild: boolean;
  setTask: (value: { what: WidgetTask; widget: ListedWidget } | null) => void;
}) {
  const { t } = useTranslation('widgets');
  return (
    <ul className={classes.grid} aria-label={t('list.title')}>
      {data.widgets.map(widget => (
        <WidgetCard
          key={widget.id}
          widget={widget}
          mayBuild={mayBuild}
          onAsk={what => setTask({ what, widget })}
        />
      ))}
    </ul>
  );
}

interface Props {
  widget: ListedWidget;
  onClose: () => void;
  onDone: (position: string) => void;
}

function RemoveQuestion({ widget: { id, name }, onClose, onDone }: Props) {
  const { t } = useTranslation('widgets');
  return (
    <Question
      renderError={error => <WidgetFailure error={error} action="remove" />}
      confirm={t('actions.remove')}
      onClose={onClose}
      onConfirm={async () => {
        const { data, position } = await send(removeWidget, { params: { widgetId: id } });
        notifyDone(t('done.removed', { name: data.deletedWidget.name }));
        onDone(position ?? '');
      }}
    >
      <Text>{t('remove.text', { name })}</Text>
    </Question>
  );
}
