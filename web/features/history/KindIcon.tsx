import { IconArrowsSort, IconColumnInsertRight, IconColumnRemove, IconColumns3, IconKey, IconPencil, IconPlus, IconRestore, IconSettings, IconShieldLock, IconTable, IconTableMinus, IconTablePlus, IconTrash, type Icon } from '@tabler/icons-react';

/** By the last word of an event's type: what was done. */
const byAct: Readonly<Record<string, Icon>> = {
  added: IconPlus, created: IconPlus, written: IconPlus, changed: IconPencil, described: IconPencil, renamed: IconPencil, removed: IconTrash, deleted: IconTrash,
  restored: IconRestore, moved: IconArrowsSort, enabled: IconShieldLock, disabled: IconShieldLock,
};
/** Where another one says more. */
const byType: Readonly<Record<string, Icon>> = {
  'table-created': IconTablePlus, 'table-renamed': IconTable, 'table-deleted': IconTableMinus,
  'field-added': IconColumnInsertRight, 'field-changed': IconColumns3, 'field-removed': IconColumnRemove,
  'project-settings-changed': IconSettings, 'api-key-password-changed': IconKey,
};

/** The icon of a type of event; undefined if its name does not end with an act that is known. */
export const iconOf = (type: string): Icon | undefined => byType[type] ?? byAct[type.slice(type.lastIndexOf('-') + 1)];

export function KindIcon({ type }: { type: string }) {
  const Found = iconOf(type) ?? IconPencil;
  return <Found size={16} />;
}
