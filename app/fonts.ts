import localFont from 'next/font/local';

// `optional`: a face that arrives late is used from the next page on, so that no text moves under a reader's eyes.
// Next names a face after its constant; a face named `serif`, like the keyword, is swapped in by Chromium all the
// same.

// The two faces that every page loads hold only Latin and typographic signs (`_ui/faces/subset.sh`).

/** For headlines, theses and everything that was said. */
export const sourceSerif = localFont({
  src: [
    {
      path: './_ui/faces/serif.woff2',
      weight: '400 600',
      style: 'normal',
    },
  ],
  variable: '--face-serif-latin',
  display: 'optional',
  adjustFontFallback: false,
});

export const sourceSerifExtended = localFont({
  src: '../node_modules/@fontsource-variable/source-serif-4/files/source-serif-4-latin-ext-wght-normal.woff2',
  weight: '200 900',
  variable: '--face-serif-ext',
  display: 'optional',
  preload: false,
  adjustFontFallback: false,
  declarations: [
    {
      prop: 'unicode-range',
      value:
        'U+0100-02BA, U+02BD-02C5, U+02C7-02CC, U+02CE-02D7, U+02DD-02FF, U+0304, U+0308, U+0329, U+1D00-1DBF, U+1E00-1E9F, U+1EF2-1EFF, U+2020, U+20A0-20AB, U+20AD-20C4, U+2113, U+2C60-2C7F, U+A720-A7FF',
    },
  ],
});

/** For labels, numbers and everything the service says itself. */
export const inter = localFont({
  src: './_ui/faces/sans.woff2',
  weight: '400 700',
  variable: '--face-sans-latin',
  display: 'optional',
  adjustFontFallback: false,
});

export const interExtended = localFont({
  src: '../node_modules/@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2',
  weight: '100 900',
  variable: '--face-sans-ext',
  display: 'optional',
  preload: false,
  adjustFontFallback: false,
  declarations: [
    {
      prop: 'unicode-range',
      value:
        'U+0100-02BA, U+02BD-02C5, U+02C7-02CC, U+02CE-02D7, U+02DD-02FF, U+0304, U+0308, U+0329, U+1D00-1DBF, U+1E00-1E9F, U+1EF2-1EFF, U+2020, U+20A0-20AB, U+20AD-20C4, U+2113, U+2C60-2C7F, U+A720-A7FF',
    },
  ],
});
