import type { Language } from '@hzm/contracts/core/language';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatParts } from '../../../lib/list-text.ts';
import { useLanguage } from '../../../lib/use-language.ts';
import type { RowTexts } from '../rows/GridRow.tsx';

/** The texts that rows are drawn with: the same as long as the language is. */
export function useRowTexts(): RowTexts {
  const { t } = useTranslation('grid');
  const language = useLanguage();
  const [texts, setTexts] = useState<{
    readonly language: Language;
    readonly texts: RowTexts;
  }>();
  if (texts?.language === language) return texts.texts;
  const made: RowTexts = {
    open: t('openRow'),
    empty: t('emptyRow'),
    unfit: t('unfit'),
    misfit: t('misfit'),
    loading: t('rowsLoading'),
    unread: t('unread.row'),
    comments: ({ unread, open, closed }) =>
      formatParts(
        [
          open > 0 && t('comments.open', { count: open }),
          unread > 0 && t('comments.unread', { count: unread }),
          open + unread === 0 && t('comments.closed', { count: closed }),
        ].filter(text => text !== false),
        language,
      ),
    marks: {
      waiting: t('marks.waiting'),
      sending: t('marks.sending'),
      failed: t('marks.failed'),
      conflict: t('marks.conflict'),
      gone: t('marks.gone'),
    },
  };
  setTexts({ language, texts: made });
  return made;
}
