import type { Project } from '@hzm/contracts/features/projects/project';
import type { ListedWidget } from '@hzm/contracts/features/widgets/widget';
import { NativeSelect, Stack } from '@mantine/core';
import { useEffect, useEffectEvent, useState, type ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../ui/Overlay.tsx';
import type { RowLinks as Asked } from '../../ui/row-links.ts';
import { LinkForm } from './LinkForm.tsx';
import { useWidgets } from './use-widgets.ts';

type Props = ComponentProps<Asked> & { project: Project };

/** Makes a personal link to a row of a table, through one of its forms. */
export function RowLinks({ project, table, rowId, onForms, onClose }: Props) {
  const { t } = useTranslation('widgets');
  const { data } = useWidgets(project.id, project.widgetCount > 0);
  const forms = (data?.widgets ?? []).filter(
    ({ type, state, tableId }) => type === 'form' && state === 'live' && tableId === table.id,
  );
  const hasForms = forms.length > 0;
  const tell = useEffectEvent(onForms);
  useEffect(() => tell(hasForms), [hasForms]);
  return (
    <Dialog
      opened={rowId !== null}
      onClose={onClose}
      title={t('links.make')}
      focusTo={() => document.querySelector<HTMLElement>('[role=grid] [tabindex="0"]')}
    >
      {rowId !== null && <Making forms={forms} rowId={rowId} onClose={onClose} />}
    </Dialog>
  );
}

interface MakingProps {
  forms: readonly ListedWidget[];
  rowId: string;
  onClose: () => void;
}

function Making({ forms, rowId, onClose }: MakingProps) {
  const { t } = useTranslation('widgets');
  const [chosen, setChosen] = useState(forms[0]?.id);
  const [isMade, setMade] = useState(false);
  if (chosen === undefined) return null;
  return (
    <Stack>
      {forms.length > 1 && !isMade && (
        <NativeSelect
          label={t('links.form')}
          value={chosen}
          data={forms.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={event => setChosen(event.currentTarget.value)}
        />
      )}
      <LinkForm widgetId={chosen} task={{ rowId }} onMade={() => setMade(true)} onClose={onClose} />
    </Stack>
  );
}
