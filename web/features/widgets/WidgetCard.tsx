import type { ListedWidget } from '@hzm/contracts/features/widgets/widget';
import { ActionIcon, Group, Menu, Text, Title, useComputedColorScheme } from '@mantine/core';
import { IconCode, IconDots, IconSettings, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../lib/format.ts';
import { useLanguage } from '../../lib/use-language.ts';
import { WidgetBadges } from './badges.tsx';
import { embedAddress } from './embed-address.ts';
import classes from './Widgets.module.css';

export type WidgetTask = 'settings' | 'embed' | 'remove';

interface Props {
  widget: ListedWidget;
  mayBuild: boolean;
  onAsk: (what: WidgetTask) => void;
}

/** A card that opens the widget's data as a whole, with its menu on top. */
export function WidgetCard({ widget, mayBuild, onAsk }: Props) {
  const { t } = useTranslation('widgets');
  const language = useLanguage();
  const { id, name, description, created_at } = widget;
  return (
    <li className={classes.card}>
      <Group gap="xs" wrap="nowrap" justify="space-between" align="flex-start">
        <Title order={2} size="h4" className={classes.name}>
          <Link
            to="/widgets/$widgetId/data"
            params={{ widgetId: id } as never}
            className={classes.link}
            dir="auto"
          >
            {name}
          </Link>
        </Title>
        <WidgetMenu widget={widget} mayBuild={mayBuild} onAsk={onAsk} />
      </Group>
      <WidgetBadges widget={widget} />
      {widget.state === 'live' && <Thumbnail widget={widget} />}
      <Text size="sm" c="dimmed" lineClamp={3} className={classes.name} dir="auto">
        {description || t('list.noDescription')}
      </Text>
      <Text size="sm" c="dimmed" mt="auto">
        {t('list.created', { date: formatDate(created_at, language) })}
      </Text>
    </li>
  );
}

function WidgetMenu({ widget: { id, name }, mayBuild, onAsk }: Props) {
  const { t } = useTranslation('widgets');
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <ActionIcon
          data-menu-of={id}
          variant="subtle"
          color="gray"
          size={32}
          className={classes.above}
          aria-label={t('list.moreOf', { name })}
        >
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {mayBuild && (
          <Menu.Item
            leftSection={<IconSettings size={16} aria-hidden />}
            onClick={() => onAsk('settings')}
          >
            {t('actions.settings')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconCode size={16} aria-hidden />} onClick={() => onAsk('embed')}>
          {t('actions.embed')}
        </Menu.Item>
        {mayBuild && <Menu.Divider />}
        {mayBuild && (
          <Menu.Item
            color="red"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() => onAsk('remove')}
          >
            {t('actions.remove')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

/** The widget as a picture, drawn again when its settings change. */
function Thumbnail({ widget: { id, name, updated_at } }: Pick<Props, 'widget'>) {
  const lang = useLanguage();
  const theme = useComputedColorScheme('light');
  return (
    <div className={classes.thumbnail} inert aria-hidden>
      <iframe
        key={updated_at}
        src={embedAddress('', id, 'html', { theme, size: 'small', lang })}
        title={name}
        loading="lazy"
        sandbox=""
      />
    </div>
  );
}
