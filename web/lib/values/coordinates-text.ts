export interface Coordinates {
  readonly lat: number;
  readonly lng: number;
}

const placed = (lat: number, lng: number): Coordinates | undefined =>
  Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? { lat, lng } : undefined;

const NUMBER = String.raw`(-?\d+(?:\.\d+)?)`;
/** How maps write a place into their addresses: what was asked for before what the window shows. */
const addresses: readonly RegExp[] = [
  new RegExp(`!3d${NUMBER}!4d${NUMBER}`),
  new RegExp(`[?&]mlat=${NUMBER}&mlon=${NUMBER}`),
  new RegExp(
    `[?&](?:q|query|ll|sll|destination|daddr|center|cp)=(?:loc:)?${NUMBER}[,~]\\+?\\s*${NUMBER}`,
  ),
  new RegExp(`#map=[\\d.]+/${NUMBER}/${NUMBER}`),
  new RegExp(`/@${NUMBER},${NUMBER}`),
  new RegExp(`/(?:place|search|dir)/${NUMBER},\\+?\\s*${NUMBER}`),
  new RegExp(`^geo:${NUMBER},${NUMBER}`),
];

/** The place of a map's address. */
function fromAddress(text: string): Coordinates | undefined {
  const plain = text.replaceAll(/%2C/gi, ',').replaceAll(/%20/g, ' ');
  // Yandex says longitude first.
  const turned = /yandex\.[a-z.]+\//i.test(plain)
    ? new RegExp(`[?&](?:pt|ll)=${NUMBER},${NUMBER}`).exec(plain)
    : null;
  if (turned) return placed(Number(turned[2]), Number(turned[1]));
  for (const pattern of addresses) {
    const [, lat, lng] = pattern.exec(plain) ?? [];
    if (lat !== undefined && lng !== undefined) return placed(Number(lat), Number(lng));
  }
  return undefined;
}

/**
 * Degrees with their direction: `41°00'29.5"N 28°58'42"E`, `41,01° K 28,97° D`; north and south
 * come first, or say so.
 */
function fromDegrees(text: string): Coordinates | undefined {
  const sides = [
    ...text.matchAll(
      /(\d+(?:[.,]\d+)?)\s*°\s*(?:(\d+(?:[.,]\d+)?)\s*['′’]\s*)?(?:(\d+(?:[.,]\d+)?)\s*(?:["″”]|'')\s*)?([NSEWKGDB])?/gi,
    ),
  ].map(([, degrees = '', minutes = '0', seconds = '0', side = '']) => {
    const [whole, sixtieths, rest] = [degrees, minutes, seconds].map(part =>
      Number(part.replace(',', '.')),
    );
    return { value: whole! + sixtieths! / 60 + rest! / 3_600, side: side.toUpperCase() };
  });
  const [first, second] = sides;
  if (sides.length !== 2 || !first || !second) return undefined;
  // Kuzey, güney, doğu, batı.
  const signed = ({ value, side }: typeof first): number =>
    ['S', 'W', 'G', 'B'].includes(side) ? -value : value;
  const isTurned = ['E', 'W', 'D', 'B'].includes(first.side);
  return isTurned ? placed(signed(second), signed(first)) : placed(signed(first), signed(second));
}

/**
 * Two numbers, latitude first: `41.01, 28.97`, `41,01 28,97`, `41,01; 28,97`, in brackets or not.
 */
function fromNumbers(text: string): Coordinates | undefined {
  const plain = text.replace(/^\(\s*|\s*\)$/g, '');
  const [, lat, lng] =
    /^(-?\d+(?:\.\d+)?)(?:\s*[,;]\s*|\s+)(-?\d+(?:\.\d+)?)$/.exec(plain) ??
    /^(-?\d+(?:,\d+)?)(?:\s*;\s*|,?\s+)(-?\d+(?:,\d+)?)$/.exec(plain) ??
    [];
  return lat === undefined || lng === undefined
    ? undefined
    : placed(Number(lat.replace(',', '.')), Number(lng.replace(',', '.')));
}

/** A place as people and maps write it; undefined: none. */
export const readCoordinates = (text: string): Coordinates | undefined => {
  const plain = text.trim();
  return /^(?:https?:\/\/|geo:)/i.test(plain)
    ? fromAddress(plain)
    : (fromNumbers(plain) ?? fromDegrees(plain));
};

/**
 * `41.01, 28.97`: the same in every language, as maps take it. undefined where that does not say
 * the very same.
 */
export function writeCoordinates({ lat, lng }: Coordinates): string | undefined {
  const text = `${lat}, ${lng}`;
  return text.includes('e') ? undefined : text;
}
