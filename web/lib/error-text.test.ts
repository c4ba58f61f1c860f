import i18n from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import en from '../locales/en/common.json' with { type: 'json' };
import tr from '../locales/tr/common.json' with { type: 'json' };
import { ApiError, clientError, clientProblems, type ClientProblem } from './api-error.ts';
import { errorText } from './error-text.ts';

const texts = { tr, en };

describe('errorText', () => {
  beforeAll(async () => {
    await i18n.init({
      lng: 'tr',
      fallbackLng: false,
      resources: { tr: { common: tr }, en: { common: en } },
    });
  });

  describe.each(['tr', 'en'] as const)('in %s', language => {
    beforeAll(() => i18n.changeLanguage(language));

    it.each(Object.keys(clientProblems) as ClientProblem[])('has its own text for %s', code => {
      expect(errorText(clientError(code))).toBe(texts[language].errors[code]);
    });

    it.each(['RATE_LIMIT_EXCEEDED', 'TOO_MANY_REQUESTS', 'HTTP_429'])(
      'tells when to retry after %s',
      code => {
        expect(errorText(new ApiError(429, code, code))).toBe(
          texts[language].errors.RATE_LIMIT_EXCEEDED,
        );
      },
    );

    it("returns the server's text", () => {
      expect(errorText(new ApiError(409, 'CONFLICT', 'Şimdi olmaz'))).toBe('Şimdi olmaz');
    });

    it('names the code if the server sent no text', () => {
      expect(errorText(new ApiError(502, 'HTTP_502', 'HTTP_502'))).toContain('(HTTP_502)');
    });

    it("starts with the screen's text only if the server sent none", () => {
      const words = 'Failed to fetch threads';
      const unknown = errorText(new ApiError(502, 'HTTP_502', 'HTTP_502'));
      expect(errorText(new ApiError(502, 'HTTP_502', 'HTTP_502'), words)).toBe(
        `${words}. ${unknown}`,
      );
      expect(errorText(new ApiError(409, 'CONFLICT', 'Şimdi olmaz'), words)).toBe('Şimdi olmaz');
    });

    it('treats any other thrown value as a network error', () => {
      expect(errorText(new Error('boom'))).toBe(texts[language].errors.NETWORK_ERROR);
    });
  });
});
