import { everydayOf, hasLists, hasOptions } from '@hzm/contracts/core/everyday';
import { MAX_STARS } from '@hzm/contracts/core/everyday/stars';
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

const offered = ({ validation: { options = [] } }: Field) =>
  options.filter(({ retired }) => !retired);

const selectHtml = (
  own: Html,
  choices: readonly { readonly id: string; readonly name: string }[],
) =>
  markup`<select ${own}><option value=""></option>${choices.map(
    ({ id, name }) => markup`<option value="${id}">${name}</option>`,
  )}</select>`;

const ratings = Array.from({ length: MAX_STARS }, (_, n) => ({
  id: String(n + 1),
  name: `${'★'.repeat(n + 1)}${'☆'.repeat(MAX_STARS - n - 1)} ${n + 1}`,
}));

/** Details that browsers fill in by themselves. */
const known: Readonly<Record<string, string>> = { email: 'email', url: 'url', tel: 'tel' };

function inputHtml(field: Field, own: Html): Html {
  const type = inputOf(field);
  const more =
    type === 'number'
      ? markup` step="any"`
      : Object.hasOwn(known, type)
        ? markup` autocomplete="${known[type]!}"`
        : markup``;
  return markup`<input ${own} type="${type}"${more}>`;
}

function controlHtml(field: Field, own: Html): Html {
  if (hasOptions(field.type)) return selectHtml(own, offered(field));
  if (field.type === 'stars') return selectHtml(own, ratings);
  return field.type === 'text'
    ? markup`<textarea ${own} rows="4"></textarea>`
    : inputHtml(field, own);
}

/** Draws several options as boxes to check; they are sent as a list under the fieldset's name. */
const boxesHtml = (field: Field, own: Html, title: Html): Html =>
  markup`<fieldset ${own}><legend>${title}</legend>${offered(field).map(
    ({ id, name }) => markup`<label><input type="checkbox" value="${id}"> ${name}</label>`,
  )}</fieldset>`;

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
    const title = markup`${name}${mark}`;
    const own = markup`id="${id}" name="${id}" aria-describedby="${id}-h"`;
    const notes = markup`<small id="${id}-h">${help}</small><output for="${id}"></output>`;
    return hasLists(type)
      ? markup`<div>${boxesHtml(field, own, title)}${notes}</div>`
      : markup`<p><label for="${id}">${title}</label>${controlHtml(field, own)}${notes}</p>`;
  });
  const empty = textIn(language, 'leave-empty');
  const trap = markup`<label for="website">${empty}</label><input id="website" name="website" tabindex="-1" autocomplete="off">`;
  const send = markup`<p><button>${textIn(language, 'send')}</button></p><p role="status"></p>`;
  return markup`<form novalidate>${questions}<p class="trap" aria-hidden="true">${trap}</p>${send}</form>`;
}
