import { everydayOf, hasLists, hasOptions } from '@hzm/contracts/core/everyday';
import type { Language } from '@hzm/contracts/core/language';
import type { FieldType } from '@hzm/contracts/features/tables/field-types';
import { numberTypes } from '@hzm/contracts/features/tables/field-validation';
import type { Field } from '@hzm/contracts/features/tables/table';
import type { FormSettings } from '@hzm/contracts/features/widgets/settings';
import type { EndpointTable } from '../../custom-endpoints/table.ts';
import { markup, type Html } from './markup.ts';
import { textIn } from './texts.ts';

const inputs: Partial<Record<FieldType, string>> = {
  boolean: 'checkbox',
  date: 'date',
  datetime: 'datetime-local',
  timestamp: 'datetime-local',
  time: 'time',
};
const inputOf = ({ type, validation: { dateType } }: Pick<Field, 'type' | 'validation'>): string =>
  inputs[type === 'date' && dateType ? dateType : type] ??
  everydayOf(type)?.input ??
  (numberTypes.has(type) ? 'number' : 'text');

/** Draws a list of the options that are offered. Several are sent as a list. */
function choiceHtml({ type, validation: { options = [] } }: Field, own: Html): Html {
  const offered = options
    .filter(({ retired }) => !retired)
    .map(({ id, name }) => markup`<option value="${id}">${name}</option>`);
  return !hasLists(type)
    ? markup`<select ${own}><option value=""></option>${offered}</select>`
    : markup`<select ${own} multiple size="${Math.min(offered.length, 6)}">${offered}</select>`;
}

/** Draws the questions of a form. Bots fill in the hidden field `website`, people do not see it. */
export function formHtml(
  { fields }: FormSettings,
  { byId }: EndpointTable,
  language: Language,
): Html {
  const questions = fields.map(({ field: id, name, help }) => {
    const field = byId.get(id)!;
    const { type, required } = field;
    const mark = required && type !== 'boolean' ? ` (${textIn(language, 'required')})` : '';
    const label = markup`<label for="${id}">${name}${mark}</label>`;
    const own = markup`id="${id}" name="${id}" aria-describedby="${id}-h"`;
    const control = hasOptions(type)
      ? choiceHtml(field, own)
      : type === 'text'
        ? markup`<textarea ${own} rows="4"></textarea>`
        : markup`<input ${own} type="${inputOf(field)}" step="any">`;
    const notes = markup`<small id="${id}-h">${help}</small><output for="${id}"></output>`;
    return markup`<p>${label}${control}${notes}</p>`;
  });
  const empty = textIn(language, 'leave-empty');
  const trap = markup`<label for="website">${empty}</label><input id="website" name="website" tabindex="-1" autocomplete="off">`;
  const send = markup`<p><button>${textIn(language, 'send')}</button></p><p role="status"></p>`;
  return markup`<form novalidate>${questions}<p class="trap" aria-hidden="true">${trap}</p>${send}</form>`;
}
