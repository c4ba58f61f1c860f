import { List } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Left } from '../../state/left-behind.ts';

const kinds = ['changes', 'messages', 'drafts'] as const;

export function LeftList({ left }: { left: Left }) {
  const { t } = useTranslation('leave');
  return (
    <List size="sm">
      {kinds.map(
        kind =>
          left[kind] > 0 && <List.Item key={kind}>{t(kind, { count: left[kind] })}</List.Item>,
      )}
    </List>
  );
}
