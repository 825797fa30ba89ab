import { isolated } from '#server/features/embeds/rules.ts';
import { EMBED_SANDBOX } from '#server/features/embeds/schema.ts';

export type WidgetOptions = {
  readonly kind: 'show' | 'episode' | 'ticker';
  readonly id: string;
  readonly theme: 'auto' | 'light' | 'dark';
  /** Hex digits without `#`; empty for the default. */
  readonly accent: string;
  /** CSS pixels. */
  readonly height: number;
};

/** The path of a widget's page for an iframe. */
export function widgetPath({ kind, id, theme, accent }: WidgetOptions): string {
  const query = new URLSearchParams({
    ...(theme === 'auto' ? {} : { theme }),
    ...(accent === '' ? {} : { accent }),
  });
  return `/embed/${kind}/${encodeURIComponent(id)}${query.size > 0 ? `?${query}` : ''}`;
}

/**
 * The snippets for a site owner: script, web component, iframe, WordPress, and for a show the image in HTML and
 * Markdown. Names are escaped.
 */
export function snippetsOf(
  options: WidgetOptions,
  name: string,
  webUrl: string,
): { label: string; text: string }[] {
  const page = `${webUrl}/${options.kind}s/${encodeURIComponent(options.id)}`;
  const title = attribute(`Ideas on ${isolated(name)}, recorded by Earmark`);
  const script = `${webUrl}/embed.js`;
  const image = `${webUrl}/embed/show/${encodeURIComponent(options.id)}/image`;
  const place = keptPlace(options.height, page, title);
  return [
    {
      label: 'Script',
      text: `${place}\n<script async src="${script}" ${attributesOf(options, 'data-')}></script>`,
    },
    {
      label: 'Web component',
      text: `<earmark-widget ${attributesOf(options, '')}>\n${place}\n</earmark-widget>\n<script async src="${script}"></script>`,
    },
    {
      label: 'Iframe',
      text: `<iframe src="${webUrl}${attribute(widgetPath(options))}" title="${title}" width="100%" height="${options.height}" frameborder="0" loading="lazy" sandbox="${EMBED_SANDBOX}"></iframe>`,
    },
    { label: 'WordPress, its address in a line of its own', text: page },
    { label: 'WordPress, the shortcode of the plugin', text: `[earmark ${attributesOf(options, '')}]` },
    ...(options.kind === 'show'
      ? [
          {
            label: 'Image',
            text: `<a href="${page}"><img src="${image}" alt="${title}" width="1200" height="630"></a>`,
          },
          { label: 'Markdown', text: `[![${title.replace(/[[\]]/g, '')}](${image})](${page})` },
        ]
      : []),
  ];
}

// A placeholder of the frame's size. An svg has its height without a style, which a strict host would not allow. When
// no script replaces it, it shrinks to its link after six seconds, by itself.
function keptPlace(height: number, page: string, title: string): string {
  return `<svg data-earmark-link width="100%" height="${height}"><animate attributeName="height" to="28" begin="6s" dur="1ms" fill="freeze"/><foreignObject width="100%" height="100%"><a href="${page}">${title}</a></foreignObject></svg>`;
}

function attributesOf(options: WidgetOptions, prefix: 'data-' | ''): string {
  return [
    `${prefix}${options.kind}="${attribute(options.id)}"`,
    `${prefix}height="${options.height}"`,
    ...(options.theme === 'auto' ? [] : [`${prefix}theme="${options.theme}"`]),
    ...(options.accent === '' ? [] : [`${prefix}accent="${options.accent}"`]),
  ].join(' ');
}

function attribute(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
