import { ME } from '@hzm/contracts/core/choices';
import { hasPeople } from '@hzm/contracts/core/everyday';
import type { Language } from '@hzm/contracts/core/language';
import type { Project } from '@hzm/contracts/features/projects/project';
import { peopleAsOptions } from '@hzm/contracts/features/tables/people';
import type { Table } from '@hzm/contracts/features/tables/table';
import { useMemo } from 'react';
import { useLanguage } from '../../../lib/use-language.ts';
import { atom } from '../../../state/jotai.ts';
import { useLive, type Loaded, type LiveResource } from '../../../state/live-resource.ts';
import { peopleOf, type People } from '../../../state/members.live.ts';
import { useSession } from '../../../state/use-session.ts';
import type { PersonOption } from '../../../ui/OptionChip.tsx';

/** Stands for the people of a project where no field asks for them. */
const unread: LiveResource<People> = {
  atom: atom<Loaded<People>>({ status: 'loading', data: null, error: null }),
  open: () => () => {},
  reload: async () => {},
  update: () => {},
};

/** Returns the first letters of the first and the last name. */
const initialsOf = (name: string, language: Language): string => {
  const letters = name.split(/\s+/).flatMap(word => /^\p{L}/u.exec(word)?.[0] ?? []);
  return [letters[0], letters.length > 1 ? letters.at(-1) : '']
    .join('')
    .toLocaleUpperCase(language);
};

/** Returns the people of a project as options, the reader among them as *me*, too. */
const optionsOf = (people: People, reader: string, language: Language): PersonOption[] =>
  peopleAsOptions(people.members.docs).map(({ merged = [], ...option }) => ({
    ...option,
    merged: option.id === reader ? [...merged, ME] : merged,
    initials: initialsOf(option.name, language),
  }));

/**
 * Returns a table whose fields with people have those of the project as options, live: of a test
 * environment those of its live project, whose topic reports them. The fields have none until they
 * are read, nor for who may not read them.
 */
export function usePeopled(
  table: Table,
  { id, parentProjectId }: Pick<Project, 'id' | 'parentProjectId'>,
): Table {
  const isAsked = table.fields.some(({ type }) => hasPeople(type));
  const { data: people } = useLive(isAsked ? peopleOf(parentProjectId ?? id) : unread);
  const reader = useSession().user.id;
  const language = useLanguage();
  return useMemo(() => {
    if (!people) return table;
    const options = optionsOf(people, reader, language);
    return {
      ...table,
      fields: table.fields.map(field =>
        hasPeople(field.type) ? { ...field, validation: { ...field.validation, options } } : field,
      ),
    };
  }, [table, people, reader, language]);
}
