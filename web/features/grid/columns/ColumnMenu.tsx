import { Menu, type MenuProps } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { part } from '../../../ui/part.ts';
import type { ColumnMenuProps } from './ColumnMenuItems.tsx';
import { menuProps } from './menu-props.ts';
import classes from './GridHeader.module.css';

interface Props extends ColumnMenuProps {
  opened: boolean;
  onOpened: (opened: boolean) => void;
  tabIndex: number;
  /** Whether its name is being changed, which has the focus then. */
  isRenaming: boolean;
}

const ColumnMenuItems = part(async () => (await import('./ColumnMenuItems.tsx')).ColumnMenuItems);

/** A menu that is longer than the room it has scrolls. */
const inWindow: MenuProps['middlewares'] = {
  flip: true,
  shift: true,
  size: {
    padding: 8,
    apply: ({ availableHeight, elements }) => {
      elements.floating.style.maxHeight = `${Math.max(200, availableHeight)}px`;
    },
  },
};

/** Everything that can be done to a column and to its field. */
export function ColumnMenu({ opened, onOpened, tabIndex, isRenaming, ...items }: Props) {
  const { t } = useTranslation('grid');
  const {
    column: { field },
    at,
  } = items;
  return (
    <Menu
      opened={opened}
      onChange={onOpened}
      position="bottom-end"
      width={270}
      shadow="md"
      returnFocus={!isRenaming}
      middlewares={inWindow}
      {...menuProps}
    >
      <Menu.Target>
        <button
          type="button"
          onPointerEnter={ColumnMenuItems.preload}
          onFocus={ColumnMenuItems.preload}
          className={classes.menu}
          tabIndex={tabIndex}
          data-menu={at + 1}
          aria-label={t('columns.menu', { field: field.name })}
          title={t('columns.menu', { field: field.name })}
        >
          <IconChevronDown size={16} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown onKeyDown={event => event.stopPropagation()} className={classes.items}>
        {opened && (
          <Suspense>
            <ColumnMenuItems {...items} />
          </Suspense>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
