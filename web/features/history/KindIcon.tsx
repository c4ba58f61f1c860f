import { IconArrowsSort, IconColumnInsertRight, IconColumnRemove, IconColumns3, IconKey, IconPencil, IconPlus, IconRestore, IconSettings, IconShieldLock, IconTable, IconTableMinus, IconTablePlus, IconTrash, type Icon } from '@tabler/icons-react';

const icons: Readonly<Record<string, Icon>> = {
  'row-added': IconPlus, 'rows-added': IconPlus, 'row-changed': IconPencil, 'rows-changed': IconPencil, 'row-removed': IconTrash, 'rows-removed': IconTrash, 'row-restored': IconRestore,
  'table-created': IconTablePlus, 'table-renamed': IconTable, 'table-deleted': IconTableMinus,
  'field-added': IconColumnInsertRight, 'field-changed': IconColumns3, 'field-removed': IconColumnRemove, 'field-moved': IconArrowsSort,
  'project-created': IconPlus, 'project-described': IconPencil, 'project-settings-changed': IconSettings, 'api-key-password-changed': IconKey, 'protection-enabled': IconShieldLock, 'protection-disabled': IconShieldLock,
};

export function KindIcon({ type }: { type: string }) {
  const Found = icons[type] ?? IconPencil;
  return <Found size={16} />;
}
