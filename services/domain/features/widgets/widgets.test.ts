import {
  personalLinkAdded,
  personalLinkChanged,
  personalLinkRemoved,
  widgetAdded,
  widgetChanged,
  widgetRemoved,
} from '@hzm/contracts/features/widgets/events';
import { WidgetSettings } from '@hzm/contracts/features/widgets/settings';
import { MAX_WIDGETS } from '@hzm/contracts/features/widgets/widget';
import { describe, it } from 'vitest';
import { given } from '../../testing/given.ts';
import { addLink, personalLink, removeLink, renewLink } from './links/personal-link.ts';
import { addWidget, changeWidget, removeWidget, widgets } from './widgets.ts';

const of = { projectId: 'p', widgetId: 'w' };
const draft = { name: 'Stok', type: 'table' as const, description: '', settings: null };

describe('the widgets of a project', () => {
  it('are created once, as many as there may be', () => {
    given(widgets)
      .when(addWidget(of, draft))
      .leadsTo(widgetAdded({ ...of, ...draft }));
    given(widgets, widgetAdded({ ...of, ...draft }))
      .when(addWidget(of, draft))
      .leadsTo();
    const full = Array.from({ length: MAX_WIDGETS }, (_, n) =>
      widgetAdded({ ...of, widgetId: `${n}`, ...draft }),
    );
    given(widgets, ...full)
      .when(addWidget(of, draft))
      .refused('CONFLICT');
  });

  it('change where something differs, and lose settings of another type', () => {
    const settings = WidgetSettings.parse({
      type: 'table',
      tableId: '01890000-0000-7000-8000-000000000000',
      fields: [{ field: 'id', name: 'id' }],
    });
    const added = widgetAdded({ ...of, ...draft, settings });
    given(widgets, added)
      .when(changeWidget(of, { name: 'Stok', settings }))
      .leadsTo();
    given(widgets, added)
      .when(changeWidget(of, { type: 'chart' }))
      .leadsTo(widgetChanged({ ...of, ...draft, type: 'chart' }));
    given(widgets, added)
      .when(changeWidget(of, { type: 'chart', settings }))
      .refused('VALIDATION_ERROR');
    given(widgets)
      .when(changeWidget(of, { name: 'x' }))
      .refused('NOT_FOUND');
  });

  it('are deleted once', () => {
    const added = widgetAdded({ ...of, ...draft });
    const removed = widgetRemoved({ ...of, name: 'Stok' });
    given(widgets, added).when(removeWidget(of)).leadsTo(removed);
    given(widgets, added, removed).when(removeWidget(of)).leadsTo();
  });
});

describe('a personal link', () => {
  const ofLink = { ...of, linkId: 'l', name: 'Form' };
  const token = { ownerId: 'o', tokenId: 't1', expiresAt: '2026-02-01T00:00:00.000Z' };
  const data = { ...ofLink, tableId: 'x', rowId: 'r', ...token };
  const added = personalLinkAdded(data);
  const next = { ...token, tokenId: 't2' };

  it('is created once, and renewed with another token by its own form alone', () => {
    given(personalLink).when(addLink(data)).leadsTo(added);
    given(personalLink, added).when(addLink(data)).leadsTo();
    given(personalLink, added)
      .when(renewLink('w', next))
      .leadsTo(personalLinkChanged({ ...ofLink, ...next }));
    given(personalLink, added).when(renewLink('other', next)).refused('NOT_FOUND');
  });

  it('stays revoked', () => {
    const removed = personalLinkRemoved(ofLink);
    given(personalLink, added).when(removeLink('w')).leadsTo(removed);
    given(personalLink, added, removed).when(renewLink('w', next)).refused('NOT_FOUND');
    given(personalLink, added, removed).when(addLink(data)).leadsTo();
  });
});
