import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const scripts = ['latin', 'latin-ext', 'cyrillic', 'vietnamese'] as const;
const weights = [400, 600] as const;

/**
 * The site's serif family, for `fontFamily` in an image. A letter that one script's file lacks is taken from the
 * next.
 */
export const SERIF = scripts.map(familyOf).join(', ');

function familyOf(script: (typeof scripts)[number]): string {
  return `Source Serif ${script}`;
}

/**
 * The fonts of images, regular and semibold: static woff files, since the drawing library takes neither a variable
 * font nor woff2. Read once; the library caches what it makes of the same list.
 */
export function imageFaces() {
  faces ??= Promise.all(scripts.flatMap((script) => weights.map((weight) => faceOf(script, weight))));
  return faces;
}

let faces: Promise<Awaited<ReturnType<typeof faceOf>>[]> | undefined;

async function faceOf(script: (typeof scripts)[number], weight: (typeof weights)[number]) {
  const file = `source-serif-4-${script}-${weight}-normal.woff`;
  const folder = join(process.cwd(), 'node_modules/@fontsource/source-serif-4/files');
  return {
    name: familyOf(script),
    data: await readFile(join(folder, file)),
    weight,
    style: 'normal' as const,
  };
}
