import { useState } from 'react';

const KEY = 'hzm-groups';

function read(): readonly string[] {
  try {
    const ids: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
    return Array.isArray(ids) ? ids.filter(id => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

/** Whether a group is expanded, stored for this tab. */
export function useExpanded(id: string): readonly [boolean, () => void] {
  const [isExpanded, setExpanded] = useState(() => read().includes(id));
  const toggle = (): void => {
    const others = read().filter(one => one !== id);
    sessionStorage.setItem(KEY, JSON.stringify(isExpanded ? others : [...others, id]));
    setExpanded(!isExpanded);
  };
  return [isExpanded, toggle];
}
