export interface Coordinates {
  readonly lat: number;
  readonly lng: number;
}

const placed = (lat: number, lng: number): Coordinates | undefined =>
  Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? { lat, lng } : undefined;

const NUMBER = String.raw`(-?\d+(?:\.\d+)?)`;
/** Patterns of coordinates in map URLs, those of the search before those of the viewport. */
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

/** Returns the coordinates in a map URL. */
function fromAddress(text: string): Coordinates | undefined {
  const plain = text.replaceAll(/%2C/gi, ',').replaceAll(/%20/g, ' ');
  // Yandex puts longitude first.
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
 * Parses degrees with directions: `41°00'29.5"N 28°58'42"E`, `41,01° K 28,97° D`. Latitude comes
 * first unless the directions differ.
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
  // Kuzey (north), güney (south), doğu (east), batı (west).
  const signed = ({ value, side }: typeof first): number =>
    ['S', 'W', 'G', 'B'].includes(side) ? -value : value;
  const isTurned = ['E', 'W', 'D', 'B'].includes(first.side);
  return isTurned ? placed(signed(second), signed(first)) : placed(signed(first), signed(second));
}

/**
 * Parses two numbers, latitude first: `41.01, 28.97`, `41,01 28,97`, `41,01; 28,97`, also in
 * brackets.
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

/** Maximum characters of an address of a map; longer pasted texts would stop the page. */
const MAX_LENGTH = 2_048;

/** Parses coordinates as people and maps write them; undefined if there are none. */
export const readCoordinates = (text: string): Coordinates | undefined => {
  if (text.length > MAX_LENGTH) return undefined;
  const plain = text.trim();
  return /^(?:https?:\/\/|geo:)/i.test(plain)
    ? fromAddress(plain)
    : (fromNumbers(plain) ?? fromDegrees(plain));
};

/**
 * Formats as `41.01, 28.97`, equal in every language, as maps accept it; undefined if that loses
 * digits.
 */
export function writeCoordinates({ lat, lng }: Coordinates): string | undefined {
  const text = `${lat}, ${lng}`;
  return text.includes('e') ? undefined : text;
}
