import { describe, expect, it } from 'vitest';
import { snippetsOf, type WidgetOptions, widgetPath } from './snippets.ts';

const options: WidgetOptions = {
  kind: 'show',
  id: 'margin-notes',
  theme: 'dark',
  accent: '224488',
  height: 500,
};

describe('widget snippets', () => {
  it('carry the chosen look and height', () => {
    const [script, component] = snippetsOf(options, 'Margin Notes', 'https://earmark.example');
    expect(script!.text).toContain(
      'data-show="margin-notes" data-height="500" data-theme="dark" data-accent="224488"',
    );
    expect(component!.text).toContain(
      '<earmark-widget show="margin-notes" height="500" theme="dark" accent="224488">',
    );
    for (const { text } of [script!, component!])
      expect(text).toContain('<svg data-earmark-link width="100%" height="500"><animate ');
    expect(widgetPath(options)).toBe('/embed/show/margin-notes?theme=dark&accent=224488');
  });

  it('keep a hostile name inside its attribute', () => {
    for (const { text } of snippetsOf(options, '"><script>alert(1)</script>', 'https://earmark.example')) {
      expect(text).not.toContain('<script>alert');
    }
  });

  it('offer an image for a show only', () => {
    const labels = (kind: WidgetOptions['kind']) =>
      snippetsOf({ ...options, kind }, 'X', 'https://earmark.example').map(({ label }) => label);
    expect(labels('show')).toContain('Image');
    expect(labels('ticker')).not.toContain('Image');
  });
});
