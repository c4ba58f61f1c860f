import { MAX_TAG, MAX_TAGS } from '@hzm/contracts/features/threads/thread';
import { CloseButton, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '../Threads.module.css';

/** Tags of a thread: Enter adds one in lower case, without duplicates, at most five. */
export function TagsField({
  tags,
  onTags,
  disabled,
}: {
  tags: readonly string[];
  onTags: (tags: string[]) => void;
  disabled: boolean;
}) {
  const { t } = useTranslation('threads');
  const [text, setText] = useState('');
  const isFull = tags.length >= MAX_TAGS;
  const add = (): void => {
    const tag = text.trim().toLocaleLowerCase('tr');
    setText('');
    if (tag !== '' && !tags.includes(tag)) onTags([...tags, tag]);
  };
  return (
    <div>
      <TextInput
        label={t('fields.tags')}
        description={t('fields.tagsHint', { max: MAX_TAGS })}
        value={text}
        maxLength={MAX_TAG}
        disabled={disabled || isFull}
        onChange={event => setText(event.currentTarget.value)}
        onBlur={add}
        onKeyDown={event => {
          if (event.key === 'Backspace' && text === '' && tags.length > 0)
            onTags(tags.slice(0, -1));
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          event.preventDefault();
          add();
        }}
      />
      {tags.length > 0 && (
        <ul className={classes.tags} aria-label={t('fields.tags')}>
          {tags.map(tag => (
            <li key={tag} className={classes.tag}>
              {tag}
              <CloseButton
                size="xs"
                aria-label={t('fields.removeTag', { tag })}
                disabled={disabled}
                onClick={() => onTags(tags.filter(other => other !== tag))}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
