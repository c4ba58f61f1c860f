import { removeWidget } from '@hzm/contracts/features/widgets/api';
import type { ListedWidget } from '@hzm/contracts/features/widgets/widget';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { send } from '../../lib/http.ts';
import { notifyDone } from '../../ui/notify.tsx';
import { Question } from '../../ui/Question.tsx';
import { WidgetFailure } from './WidgetFailure.tsx';

interface Props {
  widget: ListedWidget;
  onClose: () => void;
  onDone: (position: string) => void;
}

export function RemoveQuestion({ widget: { id, name }, onClose, onDone }: Props) {
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
