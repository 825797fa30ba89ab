import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainLine, plainText } from './text.ts';

describe('plain text of show notes', () => {
  it.each([
    ['<p>One</p><p>Two<br>Three</p>', 'One\n\nTwo\nThree'],
    ['<ul><li>a</li><li>b</li></ul>', 'a\n\nb'],
    ['line one\nline two <b>bold</b>', 'line one\nline two bold'],
    ['<p>source\nlines</p>', 'source lines'],
    ['Tom &amp; Jerry &#8217;s &nbsp; x', 'Tom & Jerry ’s x'],
    ['AT&amp;T', 'AT&T'],
    ['&lt;p&gt;escaped twice&lt;/p&gt;', 'escaped twice'],
    ['5 < 6 and 7 > 3', '5 < 6 and 7 > 3'],
    ['\u202Egnp.exe\u202C \u2067עברית\u2069 \u200Fעברית\u200F', 'gnp.exe עברית \u200Fעברית\u200F'],
    ['bell\u0007, escape\u001b[0m, next\u0085 line', 'bell, escape[0m, next line'],
    ['<script>evil()</script><style>p{}</style>ok', 'ok'],
    ['<a href="https://x.example">link</a>', 'link'],
    ['', ''],
  ])('of %j is %j', (html, text) => {
    expect(plainText(html)).toBe(text);
  });

  it('is one line where a line is wanted', () => {
    expect(plainLine('<p>One</p>\n<p>Two</p>')).toBe('One Two');
  });

  it('never leaves white space at its ends or three newlines in a row', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('<p>', '</p>', '<br/>', ' ', '\n', 'a', '&amp;', '<b>') }),
        (html) => {
          const text = plainText(html);
          return text === text.trim() && !text.includes('\n\n\n');
        },
      ),
    );
  });
});
