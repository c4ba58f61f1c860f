/** Texts without any visible character. */
export const NAMES_OF_NOTHING: readonly string[] = [
  '\u200b\u200b\u200b',
  '\u200d\u200c\u2060',
  '\u200e\u200f\u061c',
  '\u3164\u3164\u3164',
  '\uffa0\u115f\u1160',
  '\u00ad\u00ad\u00ad',
  '\u2800\u2800\u2800',
  '\ufe0f\ufe0f\ufe0f',
  '\u034f\u180e\u17b4',
  '\u0301\u0302\u0303',
  '\ue000\ue001\ue002',
  '\u{e0061}\u{e0062}\u{e007f}',
  '\u{10ffff}\u{10fffe}\uffff',
  '\u{378}\u{379}\u{380}',
  '\ufffd\ufffd\ufffd',
  '\0\0\0',
  '\u202e\u202c\u2066',
  '\ud83d\ud83d\ud83d',
  '\n\n\n',
  '\u2028\u2029\u2028',
  '\ufeff\ufeff\ufeff',
  ' \u00a0\u3000',
];

/** Texts with letters and a character that names must not contain. */
export const UNPRINTABLE_NAMES: readonly string[] = [
  'abcdefghij\0klm',
  'abcdefghij\nklm',
  'abcdefghij\r\nklm',
  'abcdefghij\tklm',
  'abcdefghij\u2028klm',
  'abcdefghij\u202eklm',
  'abcdefghij\u2067klm',
  'abcdefghij\ud800klm',
  'abcdefghij\udc00klm',
  'abcdefghij\u001b[31m',
  'abcdefghij\u0085klm',
];

/** Valid names. */
export const NAMES_OF_SOMETHING: readonly string[] = [
  'Çağrı ölçümü',
  'İSTANBUL',
  '👩‍💻 ekibi',
  '👨‍👩‍👧‍👦 ❤️ 1️⃣',
  '🏴󠁧󠁢󠁥󠁮󠁧󠁿 takımı',
  'مشروع المبيعات',
  'می‌خواهم',
  'פרויקט ראשי',
  'परियोजना क्‍ष श्री',
  '数据表一',
  'ขายดี',
  'ABC \u200e(עברית)\u200e 123',
];
