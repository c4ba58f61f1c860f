import { changeWebhook } from '@hzm/contracts/features/webhooks/api';
import { WEBHOOK_KINDS, type Webhook } from '@hzm/contracts/features/webhooks/webhook';
import { Button, Checkbox, Group, MultiSelect, Stack } from '@mantine/core';
import { useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../../lib/http.ts';
import { useProject } from '../../../../state/project.live.ts';
import { ErrorNotice } from '../../../../ui/ErrorNotice.tsx';
import { notifyDone } from '../../../../ui/notify.tsx';
import { useSending } from '../../../../ui/use-sending.ts';

interface Props {
  projectId: string;
  webhook: Webhook;
  onDone: (position: string) => void;
}

/** The kinds of events and the tables that the receiver is told of. */
export function Choices({ projectId, webhook, onDone }: Props) {
  const { t } = useTranslation('webhooks');
  const { busy, error, run } = useSending();
  /** Unsaved choices; null shows the saved ones. */
  const [chosen, setChosen] = useState<Pick<Webhook, 'kinds' | 'tableIds'> | null>(null);
  const tables = useProject(projectId).data?.tables.docs ?? [];
  const shown = chosen ?? { kinds: webhook.kinds, tableIds: webhook.tableIds };
  const isEmpty = shown.kinds.length === 0;
  const save = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (isEmpty) return;
    void run(async () => {
      const { position } = await send(changeWebhook, { params: { projectId }, body: shown });
      notifyDone(t('chosen'));
      setChosen(null);
      onDone(position ?? '');
    });
  };
  return (
    <form onSubmit={save} noValidate>
      <Stack gap="sm">
        <Checkbox.Group
          label={t('kinds')}
          value={[...shown.kinds]}
          error={isEmpty && t('kindsMissing')}
          onChange={values => setChosen({ ...shown, kinds: values })}
        >
          <Group gap="md" mt="xs">
            {WEBHOOK_KINDS.map(kind => (
              <Checkbox key={kind} value={kind} label={t(`kindNames.${kind}`)} />
            ))}
          </Group>
        </Checkbox.Group>
        <MultiSelect
          label={t('tables')}
          description={t('tablesHint')}
          placeholder={shown.tableIds === null ? t('allTables') : undefined}
          data={tables.map(({ id, name }) => ({ value: id, label: name }))}
          value={[...(shown.tableIds ?? [])]}
          onChange={ids => setChosen({ ...shown, tableIds: ids.length === 0 ? null : ids })}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': t('allTables') }}
        />
        {error && <ErrorNotice error={error} title={t('notChosen')} />}
        {chosen && (
          <Group justify="flex-end">
            <Button variant="default" onClick={() => setChosen(null)}>
              {t('discard')}
            </Button>
            <Button type="submit" loading={busy} disabled={isEmpty}>
              {t('choose')}
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  );
}
