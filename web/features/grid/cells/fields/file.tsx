import { IconFile, IconPhoto } from '@tabler/icons-react';
import { fileName } from '../../../../lib/values/files.ts';
import { json } from './json.tsx';
import type { FieldKind } from './kind.ts';
import classes from './related.module.css';

/** Files of the row, added and taken out in a dialog without a draft. */
export const file: FieldKind = {
  ...json,
  typed: false,
  View: ({ value, words: { files } }) => {
    if (!Array.isArray(value)) return '';
    return (
      <span className={classes.chips}>
        {value.map(id => {
          const known = files?.fileOf(String(id));
          const Icon = known?.is_image ? IconPhoto : IconFile;
          return (
            <span
              key={String(id)}
              className={classes.chip}
              data-deleted={known === null || undefined}
              data-reading={known === undefined || undefined}
              dir="auto"
            >
              <Icon size={14} className={classes.icon} aria-hidden />
              {fileName(files, String(id))}
            </span>
          );
        })}
      </span>
    );
  },
};
