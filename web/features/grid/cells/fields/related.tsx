import { Suspense } from 'react';
import {
  draftOfIds,
  draftParts,
  idsIn,
  isToMany,
  relationshipOf,
} from '../../../../lib/values/related.ts';
import { rawText } from '../../../../lib/values/value-text.ts';
import { part } from '../../../../ui/part.ts';
import { inputProps } from './input-props.ts';
import type { EditorProps, FieldKind } from './kind.ts';
import { LineEditor, string } from './text.tsx';
import classes from './related.module.css';

const Picker = part(async () => (await import('../../related/RelatedPicker.tsx')).RelatedPicker);

/** Loads the picker ahead of its first use. */
export const preloadPicker = Picker.preload;

/** Takes the typed text until the picker is loaded. */
function Plain(props: EditorProps) {
  const { ids, typed } = draftParts(props.draft);
  const onDraft = (text: string): void =>
    props.onDraft(draftOfIds(isToMany(props.field) || text === '' ? ids : [], text));
  return <input type="text" {...inputProps({ ...props, draft: typed, onDraft })} />;
}

function Editor(props: EditorProps) {
  if (!relationshipOf(props.field)) return <LineEditor {...props} />;
  return (
    <Suspense fallback={<Plain {...props} />}>
      <Picker {...props} />
    </Suspense>
  );
}

/** Rows of another table, shown by their texts; without a relationship a text. */
export const related: FieldKind = {
  ...string,
  View: ({ value, field, words }) => {
    const relationship = relationshipOf(field);
    if (!relationship || value === null) return rawText(value);
    return (
      <span className={classes.chips}>
        {idsIn(value).map(id => {
          const name = words.related ? words.related.nameOf(relationship, id) : id;
          return (
            <span
              key={id}
              className={classes.chip}
              data-deleted={name === null || undefined}
              data-reading={name === undefined || undefined}
              title={name === null ? id : undefined}
              dir="auto"
            >
              {name === null ? words.related?.deleted : (name ?? '…')}
            </span>
          );
        })}
      </span>
    );
  },
  Editor,
  joins: isToMany,
};
