export type Choice = {
  readonly kind: 'show' | 'episode' | 'ticker';
  readonly id: string;
  readonly theme: 'auto' | 'light' | 'dark';
  /** Hex digits without `#`; empty for the default. */
  readonly accent: string;
  /** CSS pixels. */
  readonly height: number;
};

/** Path of the iframe page of a widget. */
export function widgetPath({ kind, id, theme, accent }: Choice): string {
  const query = new URLSearchParams({
    ...(theme === 'auto' ? {} : { theme }),
    ...(accent === '' ? {} : { accent }),
  });
  return `/embed/${kind}/${encodeURIComponent(id)}${query.size > 0 ? `?${query}` : ''}`;
}

/** What a site owner copies: script, iframe, WordPress, and for a show the image in HTML and Markdown. */
export function snippetsOf(choice: Choice, name: string, webUrl: string): { label: string; text: string }[] {
  const page = `${webUrl}/${choice.kind}s/${encodeURIComponent(choice.id)}`;
  const title = attribute(`Ideas on ${name}, recorded by Earmark`);
  const options = [
    `data-${choice.kind}="${attribute(choice.id)}"`,
    `data-height="${choice.height}"`,
    ...(choice.theme === 'auto' ? [] : [`data-theme="${choice.theme}"`]),
    ...(choice.accent === '' ? [] : [`data-accent="${choice.accent}"`]),
  ];
  const image = `${webUrl}/embed/show/${encodeURIComponent(choice.id)}/image`;
  return [
    {
      label: 'Script',
      text: `<script async src="${webUrl}/embed.js" ${options.join(' ')}></script>\n<a data-earmark-link href="${page}">${title}</a>`,
    },
    {
      label: 'Iframe',
      text: `<iframe src="${webUrl}${attribute(widgetPath(choice))}" title="${title}" width="100%" height="${choice.height}" style="border:0" loading="lazy" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>`,
    },
    { label: 'WordPress', text: page },
    ...(choice.kind === 'show'
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

function attribute(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
