import { IconExternalLink, IconMail, IconPhone } from '@tabler/icons-react';
import { linkOf } from '../../../../lib/values/contact-text.ts';
import { formatted } from '../../../../lib/values/value-text.ts';
import { inputProps } from './input-props.ts';
import type { EditorProps, FieldKind } from './kind.ts';
import classes from './link.module.css';

const pictures = { email: IconMail, url: IconExternalLink, phone: IconPhone } as const;

/**
 * A text beside a small link, so that a click on the text selects the cell. The grid opens the link
 * on Ctrl and click, too.
 */
const linked = (type: keyof typeof pictures, inputMode: 'email' | 'url' | 'tel'): FieldKind => ({
  View: ({ value, field, words }) => {
    const [href, text] = [linkOf(type, value), formatted(field, value, words)];
    const Picture = pictures[type];
    return href === undefined ? (
      text
    ) : (
      <span className={classes.linked}>
        <span className={classes.text}>{text}</span>
        <a
          href={href}
          {...(type === 'url' && { target: '_blank' })}
          rel="noopener noreferrer"
          tabIndex={-1}
          className={classes.open}
          data-link
          aria-label={text}
        >
          <Picture size={14} aria-hidden />
        </a>
      </span>
    );
  },
  Editor: (props: EditorProps) => (
    <input type="text" inputMode={inputMode} spellCheck={false} {...inputProps(props)} />
  ),
  typed: true,
});

export const email = linked('email', 'email');
export const url = linked('url', 'url');
export const phone = linked('phone', 'tel');
