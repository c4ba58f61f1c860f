import { expect, it } from 'vitest';
import { events, historyTexts } from '../../registry.ts';

it.each(['tr', 'en'] as const)(
  'every type of event has a sentence with its actor (%s)',
  language => {
    const untold = events
      .map(({ type }) => type)
      .filter(type => !historyTexts[language][type]?.includes('{actor}'));
    expect(untold).toEqual([]);
  },
);
