import { ActionIcon, Badge, Group, Text, Title } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Facts } from '../../../ui/Facts.tsx';
import classes from './Pricing.module.css';

interface Props {
  id: string;
  name: string;
  isActive: boolean;
  badges?: ReactNode;
  facts: readonly { readonly name: string; readonly value: ReactNode }[];
  children?: ReactNode;
  onEdit: () => void;
  onDelete: () => void;
}

/** Card of a plan or campaign, with buttons to edit and delete. */
export function Card({ id, name, isActive, badges, facts, children, onEdit, onDelete }: Props) {
  const { t } = useTranslation('pricing');
  return (
    <article className={classes.card} data-card={id} aria-label={name}>
      <div className={classes.top}>
        <Title order={2} size="h5" className={classes.text}>
          {name}
        </Title>
        <Group gap={2} wrap="nowrap">
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            data-edit={id}
            aria-label={t('editOf', { name })}
            onClick={onEdit}
          >
            <IconPencil size={18} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="red"
            size={36}
            aria-label={t('deleteOf', { name })}
            onClick={onDelete}
          >
            <IconTrash size={18} aria-hidden />
          </ActionIcon>
        </Group>
      </div>
      <Group gap={6}>
        <Badge variant="light" tt="none" color={isActive ? 'green' : 'gray'} data-testid="state">
          {t(isActive ? 'active' : 'passive')}
        </Badge>
        {badges}
      </Group>
      <Facts facts={facts} />
      {children}
    </article>
  );
}

export const Lines = ({ lines }: { lines: readonly string[] }) => (
  <ul className={classes.lines}>
    {lines.map((line, at) => (
      <li key={at}>
        <Text span size="sm" className={classes.text}>
          {line}
        </Text>
      </li>
    ))}
  </ul>
);
