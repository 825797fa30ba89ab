import { sideInWords, stanceInWords } from '#server/features/ideas/telling.ts';
import { stanceChart } from '#server/features/theses/timeline/chart.ts';

/** The tool whose result is drawn as a chart by clients with MCP Apps. */
export const CHARTED_TOOL = 'service_ticker_stance_timeline';
export const TIMELINE_APP_URI = 'ui://earmark/stance-timeline';
export const APP_MIME_TYPE = 'text/html;profile=mcp-app';

/**
 * A page that draws the stance timeline that the host passes to it (MCP Apps, 2026-01-26) like the ticker pages. It loads
 * nothing and inserts all data as text. It carries the source of `stanceChart` and `sideInWords` themselves, which use nothing
 * outside of their own bodies: a second copy could come to draw or to speak otherwise.
 */
export const timelineApp = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Stance timeline</title>
<style>
  :root {
    color-scheme: light dark;
    --ink: light-dark(#1c1a15, #ece7da); --rule: light-dark(#dcd5c5, #37332a);
    --chart-ochre: light-dark(#c08a2e, #b88a3c); --soft: light-dark(#5a554a, #b0a899);
    font: 14px/1.45 system-ui, sans-serif; color: var(--ink);
  }
  body { margin: 12px; }
  svg { display: block; width: 100%; height: 9rem; border-bottom: 1px solid var(--ink); }
  .bullish { --fill: var(--ink); } .neutral { --fill: var(--rule); } .bearish { --fill: var(--chart-ochre); }
  rect { fill: var(--fill); }
  ul { display: flex; flex-wrap: wrap; gap: 4px 20px; list-style: none; margin: 8px 0; padding: 0; }
  li::before { content: ''; display: inline-block; width: 10px; height: 10px; margin-right: 6px; border: 1px solid var(--ink); background: var(--fill); }
  #ends { display: flex; justify-content: space-between; }
  #ends, small { color: var(--soft); font-size: 12px; }
  small { display: block; margin-top: 8px; }
</style>
<p id="summary" role="status">Waiting for the timeline.</p>
<ul>${['bullish', 'neutral', 'bearish'].map((side) => `<li class="${side}">${stanceInWords(side)}</li>`).join('')}</ul>
<div id="chart"></div>
<div id="ends"><span id="first"></span><span id="last"></span></div>
<small id="rule"></small>
<script>
  const stanceChart = ${stanceChart.toString()};
  const sideInWords = ${sideInWords.toString()};
  const WEEK_MS = 604800000;
  const byId = (id) => document.getElementById(id);
  const send = (message) => parent.postMessage({ jsonrpc: '2.0', ...message }, '*');

  function mark(name, attributes, text) {
    const node = document.createElementNS('http://www.w3.org/2000/svg', name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    if (text !== undefined) node.textContent = text;
    return node;
  }

  // A result that was cut has lost weeks without ideas first: fill them in.
  function withSilentWeeks(weeks) {
    const known = new Map(weeks.map((week) => [Date.parse(week.weekStart), week]));
    const [from, to] = [Math.min(...known.keys()), Math.max(...known.keys())];
    const all = [];
    for (let at = from; at <= to && all.length < 200; at += WEEK_MS)
      all.push(known.get(at) || { weekStart: new Date(at).toISOString(), bullish: 0, neutral: 0, bearish: 0 });
    return all;
  }

  function draw(weeks) {
    const { width, height, bars } = stanceChart(weeks);
    const svg = mark('svg', { viewBox: '0 0 ' + width + ' ' + height, preserveAspectRatio: 'none', role: 'img', 'aria-label': 'Ideas a week by how they were argued' });
    for (const bar of bars) {
      const rect = mark('rect', { class: bar.side, x: bar.x, y: bar.y, width: bar.width, height: bar.height });
      rect.append(mark('title', {}, bar.weekStart.slice(0, 10) + ': ' + bar.count + ' ' + sideInWords(bar.side)));
      svg.append(rect);
    }
    byId('chart').replaceChildren(svg);
    byId('first').textContent = weeks[0].weekStart.slice(0, 10);
    byId('last').textContent = weeks[weeks.length - 1].weekStart.slice(0, 10);
  }

  function show(result) {
    const timeline = result && result.structuredContent;
    if (!timeline || !Array.isArray(timeline.weeks)) {
      byId('summary').textContent = (timeline && timeline.message) || 'There is no timeline to draw.';
      return;
    }
    byId('summary').textContent = timeline.summary;
    byId('rule').textContent = timeline.attribution.source + '. ' + timeline.attribution.rule;
    if (timeline.weeks.length > 0) draw(timeline.truncated ? withSilentWeeks(timeline.weeks) : timeline.weeks);
    send({ method: 'ui/notifications/size-changed', params: { width: document.body.scrollWidth, height: document.documentElement.scrollHeight } });
  }

  function dress(context) {
    if (context && (context.theme === 'light' || context.theme === 'dark')) document.documentElement.style.colorScheme = context.theme;
  }

  addEventListener('message', ({ source, data }) => {
    if (source !== parent || !data || data.jsonrpc !== '2.0') return;
    if (data.id === 1 && data.result) {
      dress(data.result.hostContext);
      send({ method: 'ui/notifications/initialized', params: {} });
    }
    if (data.method === 'ui/notifications/host-context-changed') dress(data.params);
    if (data.method === 'ui/notifications/tool-result') show(data.params);
    if (data.method === 'ui/resource-teardown') send({ id: data.id, result: {} });
  });
  send({ id: 1, method: 'ui/initialize', params: { protocolVersion: '2026-01-26', appInfo: { name: 'earmark-stance-timeline', version: '1' }, appCapabilities: {} } });
</script>
</html>
`;
