import {
  IconArrowBackUp,
  IconArrowRight,
  IconArrowsExchange,
  IconArrowsSort,
  IconColumnInsertRight,
  IconColumnRemove,
  IconColumns3,
  IconEye,
  IconKey,
  IconPencil,
  IconPlus,
  IconPower,
  IconRestore,
  IconRocket,
  IconSettings,
  IconShieldLock,
  IconStar,
  IconTable,
  IconTableMinus,
  IconTablePlus,
  IconTrash,
  IconUserCheck,
  IconUserCog,
  IconUserMinus,
  IconUserPlus,
  IconUserX,
  IconX,
  type Icon,
} from '@tabler/icons-react';

/**
 * Icons by the last word of an event's type, which names the act, or by the whole type if that is
 * clearer.
 */
const icons: Readonly<Record<string, Icon>> = {
  added: IconPlus,
  created: IconPlus,
  opened: IconPlus,
  written: IconPlus,
  changed: IconPencil,
  described: IconPencil,
  renamed: IconPencil,
  removed: IconTrash,
  deleted: IconTrash,
  invited: IconUserPlus,
  withdrawn: IconUserX,
  declined: IconUserX,
  joined: IconUserCheck,
  over: IconArrowsExchange,
  abandoned: IconArrowsExchange,
  offered: IconArrowsExchange,
  ended: IconArrowsExchange,
  received: IconArrowsExchange,
  released: IconArrowsExchange,
  transferred: IconRocket,
  published: IconRocket,
  undone: IconArrowBackUp,
  back: IconArrowBackUp,
  on: IconPower,
  off: IconPower,
  suspended: IconPower,
  regenerated: IconKey,
  restored: IconRestore,
  moved: IconArrowsSort,
  enabled: IconShieldLock,
  disabled: IconShieldLock,
  'member-role-changed': IconUserCog,
  'member-removed': IconUserMinus,
  'table-created': IconTablePlus,
  'table-renamed': IconTable,
  'table-deleted': IconTableMinus,
  'field-added': IconColumnInsertRight,
  'field-changed': IconColumns3,
  'field-removed': IconColumnRemove,
  'endpoint-request-moved': IconArrowRight,
  'endpoint-request-rejected': IconX,
  'endpoint-request-withdrawn': IconTrash,
  'thing-read': IconEye,
  'thread-moved': IconArrowRight,
  'thread-starred': IconStar,
  'thread-unstarred': IconStar,
  'project-settings-changed': IconSettings,
  'api-key-password-changed': IconKey,
};

/** Returns the name of a type's icon; undefined if the type ends with an unknown act. */
export const iconNameOf = (type: string): string | undefined =>
  [type, type.slice(type.lastIndexOf('-') + 1)].find(name => Object.hasOwn(icons, name));

export function KindIcon({ type }: { type: string }) {
  const Found = icons[iconNameOf(type) ?? 'changed']!;
  return <Found size={16} />;
}
