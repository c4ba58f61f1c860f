import { sights } from '@hzm/services/domain/access/visibility';
import { HistoryContextBuilder } from '@hzm/services/domain/features/history/history-context';
import { eventDataFor, renderEntry } from '@hzm/services/domain/features/history/render-entry';
import { expect, it } from 'vitest';
import { sampleEvents, told } from '../projections/sample-events.ts';

it.each(sights)('every event is rendered for a reader whose sight is %s', sight => {
  const events = told(sampleEvents);
  const builder = new HistoryContextBuilder(new Set(events.map(({ position }) => position)));
  for (const event of events) builder.add(event);
  const { context } = builder;
  for (const language of ['tr', 'en'] as const) {
    const reader = { language, context, sight, actorOf: () => undefined };
    for (const event of events) {
      const seen = { ...event, data: eventDataFor(reader, event) };
      const { type, summary } = renderEntry(reader, seen, event.meta.at);
      expect([type, summary]).toEqual([type, expect.stringMatching(/./)]);
    }
  }
});
