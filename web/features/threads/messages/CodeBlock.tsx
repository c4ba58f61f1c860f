import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyAction } from '../../../ui/CopyAction.tsx';
import type { Piece } from './highlight.ts';
import classes from './Code.module.css';

/** Code of a message, coloured once the highlighter is loaded. */
export function CodeBlock({ code, language }: { code: string; language: string }) {
  const { t } = useTranslation('threads');
  const [pieces, setPieces] = useState<readonly Piece[]>([{ text: code, kind: '' }]);
  useEffect(() => {
    let isGone = false;
    // Without the highlighter the code stays plain.
    import('./highlight.ts').then(
      ({ highlight }) => {
        if (!isGone) setPieces(highlight(code, language));
      },
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [code, language]);
  return (
    <div className={classes.block}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls */}
      <pre className={classes.code} tabIndex={0} role="region" aria-label={t('code.label')}>
        {/* oxlint-disable-next-line react/no-array-index-key -- pieces are drawn anew together */}
        <code>
          {pieces.map(({ text, kind }, at) =>
            kind === '' ? (
              text
            ) : (
              <span key={at} className={classes[kind]}>
                {text}
              </span>
            ),
          )}
        </code>
      </pre>
      <div className={classes.copy}>
        <CopyAction value={code} label={t('code.copy')} done={t('code.copied')} />
      </div>
    </div>
  );
}
