const forms = [
  ['feed.xml', 'RSS', 'application/rss+xml'],
  ['feed.json', 'JSON feed', 'application/feed+json'],
  ['ideas.csv', 'CSV', 'text/csv'],
  ['ideas.md', 'Markdown', 'text/markdown'],
] as const;

/** Links to a page's list as feeds and as files; with `files`, as files alone. */
export function TakeAlong({
  path,
  query = '',
  files = false,
}: {
  path: string;
  query?: string;
  files?: boolean;
}) {
  const offered = files ? forms.slice(2) : forms;
  return (
    <p className="on-screen mt-10 flex flex-wrap items-baseline gap-x-4 gap-y-1 text-sm text-soft">
      <span>Take it with you:</span>
      {offered.map(([file, name, type]) => (
        <a
          key={file}
          href={`${path}/${file}${query}`}
          type={type}
          className="target"
          {...(file.startsWith('ideas') ? { download: '' } : {})}
        >
          {name}
        </a>
      ))}
    </p>
  );
}

/** The links to a page's feeds, for its head. */
export function feedLinks(path: string, title: string) {
  return {
    'application/rss+xml': [{ url: `${path}/feed.xml`, title }],
    'application/feed+json': [{ url: `${path}/feed.json`, title }],
  };
}
