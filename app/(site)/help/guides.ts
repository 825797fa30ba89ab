import { freeLimits } from '#server/api/limits.ts';
import type { Article } from './articles.ts';

/** How to do the things that people come for, step by step. */
export const howTo = {
  'first-steps': {
    title: 'Get a digest of what you follow',
    about: 'From the first sign-in to a page, and a mail, of your own.',
    parts: [
      {
        steps: [
          'Press “Sign in”, type your e-mail address and open the link that comes by mail. There is no password; a new address opens an account.',
          'Tick some shows and tickers on the page that opens, and press “Follow these”. The digest is there at once: what was argued on them in the last 24 hours, or in the last three days when that is nothing.',
          'Under Settings, Alerts, choose a rhythm for the mail (at once, daily or weekly) and, if you like, hours in which none comes.',
        ],
      },
      {
        heading: 'To follow more',
        text: [
          `Every page of a show, a ticker or a person has a button “Follow”. The free plan follows ${freeLimits.followedShows} shows and ${freeLimits.followedTickers} tickers. Pressed before you sign in, it is carried out once you are.`,
        ],
      },
    ],
    links: [
      ['/sign-in?next=/digest', 'Sign in'],
      ['/settings/alerts', 'Alerts'],
    ],
  },
  'saved-searches': {
    title: 'Search, and be told what is new',
    about: 'Words, filters, saved searches, and where their news comes.',
    parts: [
      {
        steps: [
          'Press “/” on any page, or open Search, and type a ticker, a company, a person, a show, a theme, or words. The arrow keys choose among what is offered; Enter opens it.',
          'Put a phrase in quotation marks, write OR between words of which one is enough, and NOT before a word that must not stand there: “free cash flow” OR margins NOT tariffs.',
          'Narrow it with the filters: show, person, theme, side, air date, least depth of argument. The address of the page holds all of it, and can be shared.',
          'Press “Save this search”. From then on what it finds anew comes by mail, personal feed or webhook, whichever you have switched on under Alerts. Air dates and order are not saved: alerts tell of what is new.',
        ],
      },
    ],
    links: [
      ['/search', 'Search'],
      ['/settings/searches', 'Your searches'],
      ['/docs/alerts', 'What alerts say'],
    ],
  },
  'reading-an-idea': {
    title: 'Read, hear and check an idea',
    about: 'What a card says, what a full read adds, and how to get to the second.',
    parts: [
      {
        text: [
          'A card names the show, the episode, the day and the second, the claim and the side on which it was argued, where the words bear one out. “Depth” tells how much of an argument there is, never how good a security is.',
        ],
      },
      {
        heading: 'To go further',
        steps: [
          'Open the idea. “Listen at” plays the episode from that second, where the show publishes its sound.',
          `“Read the full argument” opens the argument sentence by sentence, with risks and signals. The page says before what it adds; the free plan opens ${freeLimits.ideaReads} a day, and nothing is spent where there is nothing to add.`,
          'Premium shows the words of the transcript, as many as the show permits, with what stood around them.',
          'Something wrong? “Report a mistake” stands beside every idea, and needs no account.',
        ],
      },
    ],
    links: [
      ['/methodology', 'How the record is made'],
      ['/corrections', 'What comes of reports'],
    ],
  },
  'taking-it-along': {
    title: 'Take it with you: Obsidian, Readwise, spreadsheets, feed readers',
    about: 'Files and feeds of a show, a ticker, a company, a theme, a person, a search, or your saves.',
    parts: [
      {
        steps: [
          'Go to the page of a show, ticker, company, theme or person, run a search, or open Saved. “Take it with you” stands at its end.',
          'RSS and JSON feed are addresses for a feed reader: they are open, and tell what is new.',
          'CSV has the columns that Readwise imports (Readwise, Import, CSV), and opens in any spreadsheet.',
          'Markdown is a note with front matter: put it into the folder of an Obsidian vault.',
          'Citations of a single idea, also for BibTeX, are on its page under “Copy the citation”.',
        ],
      },
    ],
    links: [
      ['/saved', 'Your saved ideas'],
      ['/settings/alerts', 'Your personal feed'],
    ],
  },
  widgets: {
    title: 'Put ideas on your own site',
    about: 'A widget of a show, an episode or a ticker, also in WordPress.',
    parts: [
      {
        steps: [
          'Open Widgets, choose what it is of and how it looks, and press “Preview”.',
          'Copy one of the forms into your page: a script, a web component, an iframe, or an image.',
          'In WordPress paste the address of the page on a line of its own, or install the small plugin that the page offers and use its shortcode.',
        ],
      },
      {
        heading: 'When there is no such widget',
        text: [
          'Widgets of shows and episodes appear once the show’s owner has opted in. Is it your show? Claim it by its feed or by the address in it, then switch widgets on. Widgets of tickers are open.',
        ],
      },
    ],
    links: [
      ['/widgets', 'Widgets'],
      ['/settings/shows', 'Claim a show'],
    ],
  },
  'connecting-an-agent': {
    title: 'Connect an assistant or a program',
    about: 'By OAuth in one click, by a key, or without either.',
    parts: [
      {
        steps: [
          'An assistant that takes connectors: give it the address on the MCP guide. It leads you to a page of ours that asks what it may do.',
          'A program: make a key under Connectors with the scopes it needs, and send it as “Authorization: Bearer”. The key is shown once.',
          'Nothing at all: the history of a thesis and the timeline of a ticker answer anyone.',
        ],
      },
      {
        heading: 'When a call is refused',
        text: [
          'Every refusal names its code, says whether trying again can help, and leads to an article here.',
        ],
      },
    ],
    links: [
      ['/docs/mcp', 'MCP guide'],
      ['/docs/api', 'API reference'],
      ['/settings/connectors', 'Connectors'],
    ],
  },
} as const satisfies Record<string, Article>;
