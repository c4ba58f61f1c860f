import { Menu } from '@mantine/core';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { layers } from '../../../ui/layers.ts';
import { part } from '../../../ui/part.ts';
import { menuProps } from '../columns/menu-props.ts';
import type { CellMenuProps } from './CellMenuItems.tsx';
import classes from '../body/GridTable.module.css';

/** The point at which the menu of a cell opens, in pixels of the window. */
export interface MenuPlace {
  readonly x: number;
  readonly y: number;
}

interface Props extends CellMenuProps {
  place: MenuPlace | null;
  onClose: () => void;
}

const CellMenuItems = part(async () => (await import('./CellMenuItems.tsx')).CellMenuItems);

/** The menu of a cell or a row, at the pointer or at the keyboard's cell. */
export function CellMenu({ place, onClose, ...items }: Props) {
  const { t } = useTranslation('grid');
  if (!place) return null;
  return (
    <Menu
      key={`${place.x} ${place.y}`}
      opened
      onChange={onClose}
      position="bottom-start"
      offset={0}
      shadow="md"
      returnFocus={false}
      transitionProps={{ duration: 0 }}
      zIndex={layers.floating}
      {...menuProps}
    >
      <Menu.Target>
        <span
          aria-hidden
          aria-label={t('menu.label')}
          className={classes.menuPlace}
          style={{ left: place.x, top: place.y }}
        />
      </Menu.Target>
      <Menu.Dropdown>
        <Suspense>
          <CellMenuItems {...items} />
        </Suspense>
      </Menu.Dropdown>
    </Menu>
  );
}
