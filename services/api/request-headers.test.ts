import type { Language } from '@hzm/contracts/core/language';
import express, { type Request } from 'express';
import { expect, it } from 'vitest';
import { languageOf } from './request-headers.ts';

const asked = (header: string | undefined): Language =>
  languageOf(
    Object.create(express.request, {
      headers: { value: header === undefined ? {} : { 'accept-language': header } },
    }) as Request,
  );

it.each([
  [undefined, 'tr'],
  ['en', 'en'],
  ['EN-gb', 'en'],
  ['tr-Latn-TR', 'tr'],
  ['en;q=0.2, tr;q=0.8', 'tr'],
  ['tr;q=0.2, en;q=0.8', 'en'],
  ['en ; q=0.4 ,\ttr;q=0.5', 'tr'],
  ['en-GB;q=0.3,tr-TR;q=0.4', 'tr'],
  ['tr;q=0.5,en;q=0.5', 'tr'],
  ['en;q=0.5,tr;q=0.5', 'en'],
  ['de, fr;q=0.9, en;q=0.1', 'en'],
  ['de, fr', 'tr'],
  ['*', 'tr'],
  ['de, *;q=0.5', 'tr'],
  ['*;q=0.1, en', 'en'],
  ['en;q=0, *', 'tr'],
  ['tr;q=0, *;q=0.5', 'en'],
  ['en;q=0', 'tr'],
  ['', 'tr'],
  [';;;,,q=', 'tr'],
  ['en;q=often, tr', 'tr'],
  ['en;q=-1', 'tr'],
  ['"en', 'tr'],
  ['english, en_US', 'tr'],
  [`${'x,'.repeat(5_000)}en`, 'en'],
])('the language of %j is %s', (header, language) => {
  expect(asked(header)).toBe(language);
});
