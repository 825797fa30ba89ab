import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { IdeaPage } from '#server/features/pages/schema.ts';
import { FullArgument } from './argument.tsx';

it('tells of an idea without more to read that a full read of it over the API counts all the same', () => {
  const beyond = {
    ...{ sentences: 0, risks: 0, signals: 0, funds: 0, speaker: false },
    ...{ length: false, companies: false },
  };
  const idea = { beyond } as IdeaPage;
  const page = renderToStaticMarkup(createElement(FullArgument, { idea, own: null }));
  expect(page).toContain(
    'there is nothing to open here. Over the API and MCP a full read of it counts as any other.',
  );
});
