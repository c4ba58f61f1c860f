import { describe, expect, it } from 'vitest';
import { draftOf, keepDraft, noDraft } from './drafts.ts';
import { asCode, inserted, mentionAt } from './writing.ts';

const at = (marked: string) => ({
  text: marked.replace('|', ''),
  start: marked.indexOf('|'),
  end: marked.indexOf('|'),
});

describe('writing a message', () => {
  it('inserts text at the caret, replacing the selection', () => {
    expect(inserted({ text: 'ab', start: 1, end: 1 }, '👍')).toEqual({
      text: 'a👍b',
      start: 3,
      end: 3,
    });
    expect(inserted({ text: 'abc', start: 1, end: 2 }, 'xy')).toEqual({
      text: 'axyc',
      start: 3,
      end: 3,
    });
  });

  it('wraps text in a code fence unless it has one', () => {
    expect(asCode('a = 1')).toBe('```\na = 1\n```');
    expect(asCode('bak: ```a```')).toBe('bak: ```a```');
  });

  it.each([
    ['@|', '@', '', 0],
    ['bak @ay|', '@', 'ay', 4],
    ['(@Ayşe Y|', '@', 'Ayşe Y', 1],
    ['#Müşteriler/4|', '#', 'Müşteriler/4', 0],
    ['bir\n@|', '@', '', 4],
  ] as const)('finds the mention being written in %s', (text, sign, query, from) => {
    expect(mentionAt(at(text))).toEqual({ sign, query, from });
  });

  it.each(['a@b|', 'yok|', '@ bak|', '@Ayşe bak bana şimdi|', '#a  b|', '@[Ayşe](user:1) |', ''])(
    'finds no mention in: %s',
    text => {
      expect(mentionAt(at(text.includes('|') ? text : '|'))).toBeNull();
    },
  );

  it('stores a draft for each person and thread', () => {
    const kept = new Map<string, string>();
    const storage = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    };
    keepDraft(storage, 'ayşe', '1', { content: 'yarım', replyTo: 'm' });
    expect([
      draftOf(storage, 'ayşe', '1'),
      draftOf(storage, 'ayşe', '2'),
      draftOf(storage, 'can', '1'),
    ]).toEqual([{ content: 'yarım', replyTo: 'm' }, noDraft, noDraft]);
    keepDraft(storage, 'ayşe', '1', noDraft);
    expect(kept.size).toBe(0);
    kept.set('hzm-draft/ayşe/1', '{"content":3}');
    expect(draftOf(storage, 'ayşe', '1')).toEqual(noDraft);
    kept.set('hzm-draft/ayşe/1', '{');
    expect(draftOf(storage, 'ayşe', '1')).toEqual(noDraft);
  });
});
