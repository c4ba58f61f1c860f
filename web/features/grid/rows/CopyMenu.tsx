import { Menu } from '@mantine/core';
import { IconBraces, IconLink, IconTerminal2 } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { layers } from '../../../ui/layers.ts';
import { menuProps } from '../columns/menu-props.ts';
import type { CopyForm } from '../model/row-copy.ts';

const forms = [
  ['link', IconLink],
  ['curl', IconTerminal2],
  ['json', IconBraces],
] as const;

/** The ways to copy rows, behind a button. */
export function CopyMenu({
  children,
  onCopy,
}: {
  children: ReactElement;
  onCopy: (form: CopyForm) => void;
}) {
  const { t } = useTranslation('grid');
  return (
    <Menu position="top-end" shadow="md" returnFocus zIndex={layers.floating} {...menuProps}>
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown>
        {forms.map(([form, Icon]) => (
          <Menu.Item
            key={form}
            leftSection={<Icon size={16} aria-hidden />}
            onClick={() => onCopy(form)}
          >
            {t(`rows.copyAs.${form}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
