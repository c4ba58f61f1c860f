import { addSavedView, changeSavedView } from '@hzm/contracts/features/saved-views/api';
import type {
  SavedView,
  ViewScope,
  ViewSettings,
} from '@hzm/contracts/features/saved-views/saved-view';
import { Group, Radio, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../lib/http.ts';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { Form } from '../../../ui/Form.tsx';
import { FormActions } from '../../../ui/FormActions.tsx';
import { useSending } from '../../../ui/use-sending.ts';

const MAX_NAME = 100;

interface Props {
  tableId: string;
  /** The view that gets another name; absent for a new one. */
  renamed: SavedView | undefined;
  settings: ViewSettings;
  shares: boolean;
  onCancel: () => void;
  onDone: (view: SavedView, position: string | null) => void;
}

/** Names a view, and says who sees a new one. */
export function ViewForm({ tableId, renamed, settings, shares, onCancel, onDone }: Props) {
  const { t } = useTranslation('grid');
  const { busy, error, run } = useSending();
  const [name, setName] = useState(renamed?.name ?? '');
  const [scope, setScope] = useState<ViewScope>(shares ? 'everybody' : 'own');
  const [isNameless, setNameless] = useState(false);
  const save = async (): Promise<void> => {
    const { data, position } = renamed
      ? await send(changeSavedView, { params: { viewId: renamed.id }, body: { name } })
      : await send(addSavedView, { params: { tableId }, body: { name, scope, settings } });
    onDone(data.view, position);
  };
  return (
    <Form
      onSubmit={event => {
        event.preventDefault();
        const isBlank = name.trim() === '';
        setNameless(isBlank);
        if (!isBlank) void run(save);
      }}
    >
      <Stack gap="sm">
        <TextInput
          data-autofocus
          label={t('views.name')}
          value={name}
          maxLength={MAX_NAME}
          dir="auto"
          error={isNameless && t('views.nameNeeded')}
          onChange={event => {
            setNameless(false);
            setName(event.currentTarget.value);
          }}
        />
        {!renamed && shares && (
          <Radio.Group label={t('views.scope')} value={scope} onChange={value => setScope(value)}>
            <Group mt="xs">
              <Radio value="everybody" label={t('views.everybody')} />
              <Radio value="own" label={t('views.own')} />
            </Group>
          </Radio.Group>
        )}
        {error && <ErrorNotice error={error} title={t('views.failed')} />}
        <FormActions
          submit={t(renamed ? 'views.rename' : 'views.add')}
          busy={busy}
          onCancel={onCancel}
        />
      </Stack>
    </Form>
  );
}
