/** The tool whose result clients with MCP Apps draw as a chart. */
export const CHARTED_TOOL = 'service_ticker_stance_timeline';
export const TIMELINE_APP_URI = 'ui://earmark/stance-timeline';
export const APP_MIME_TYPE = 'text/html;profile=mcp-app';

/**
 * A page that draws a stance timeline as the host hands it over (MCP Apps, 2026-01-26). It loads nothing, and puts
 * everything it is given on the page as text.
 */
export const timelineApp = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Stance timeline</title>
<style>
  :root { color-scheme: light dark; font: 14px/1.45 system-ui, sans-serif; }
  body { margin: 12px; }
  svg { display: block; width: 100%; height: auto; }
  .bullish { fill: #1f6f5c; } .bearish { fill: #a2462f; } .neutral { fill: #8a8f98; }
  .axis { stroke: currentColor; opacity: .4; }
  text { fill: currentColor; font-size: 11px; }
  ul { display: flex; gap: 16px; list-style: none; margin: 8px 0; padding: 0; }
  li::before { content: ''; display: inline-block; width: 10px; height: 10px; margin-right: 6px; background: var(--mark); }
  small { display: block; margin-top: 8px; opacity: .75; }
</style>
<p id="summary" role="status">Waiting for the timeline.</p>
<div id="chart"></div>
<ul><li style="--mark:#1f6f5c">bullish</li><li style="--mark:#8a8f98">neutral</li><li style="--mark:#a2462f">bearish</li></ul>
<small id="rule"></small>
<script>
  const WIDTH = 720, HEIGHT = 200, LEFT = 28, MIDDLE = 110;
  const byId = (id) => document.getElementById(id);
  const send = (message) => parent.postMessage({ jsonrpc: '2.0', ...message }, '*');

  function mark(name, attributes, text) {
    const node = document.createElementNS('http://www.w3.org/2000/svg', name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    if (text !== undefined) node.textContent = text;
    return node;
  }

  function draw(weeks) {
    const most = Math.max(1, ...weeks.map((week) => Math.max(week.bullish + week.neutral, week.bearish)));
    const step = (WIDTH - LEFT) / Math.max(1, weeks.length);
    const unit = 80 / most;
    const svg = mark('svg', { viewBox: '0 0 ' + WIDTH + ' ' + HEIGHT, role: 'img', 'aria-label': 'Ideas per week by stance' });
    weeks.forEach((week, index) => {
      const bar = (stance, count, y) => {
        const rect = mark('rect', { class: stance, x: LEFT + index * step, y, width: Math.max(1, step - 1), height: count * unit });
        rect.append(mark('title', {}, week.weekStart.slice(0, 10) + ': ' + count + ' ' + stance));
        svg.append(rect);
      };
      if (week.neutral) bar('neutral', week.neutral, MIDDLE - week.neutral * unit);
      if (week.bullish) bar('bullish', week.bullish, MIDDLE - (week.neutral + week.bullish) * unit);
      if (week.bearish) bar('bearish', week.bearish, MIDDLE);
    });
    svg.append(mark('line', { class: 'axis', x1: LEFT, x2: WIDTH, y1: MIDDLE, y2: MIDDLE }));
    svg.append(mark('text', { x: 0, y: MIDDLE - most * unit + 8 }, String(most)));
    const first = weeks[0], last = weeks[weeks.length - 1];
    if (first) svg.append(mark('text', { x: LEFT, y: HEIGHT - 4 }, first.weekStart.slice(0, 10)));
    if (last) svg.append(mark('text', { x: WIDTH, y: HEIGHT - 4, 'text-anchor': 'end' }, last.weekStart.slice(0, 10)));
    byId('chart').replaceChildren(svg);
  }

  function show(result) {
    const timeline = result && result.structuredContent;
    if (!timeline || !Array.isArray(timeline.weeks)) {
      byId('summary').textContent = (timeline && timeline.message) || 'There is no timeline to draw.';
      return;
    }
    byId('summary').textContent = timeline.summary;
    byId('rule').textContent = timeline.attribution.source + '. ' + timeline.attribution.rule;
    draw(timeline.weeks);
    send({ method: 'ui/notifications/size-changed', params: { width: document.body.scrollWidth, height: document.documentElement.scrollHeight } });
  }

  addEventListener('message', ({ source, data }) => {
    if (source !== parent || !data || data.jsonrpc !== '2.0') return;
    if (data.id === 1 && data.result) send({ method: 'ui/notifications/initialized', params: {} });
    if (data.method === 'ui/notifications/tool-result') show(data.params);
    if (data.method === 'ui/resource-teardown') send({ id: data.id, result: {} });
  });
  send({ id: 1, method: 'ui/initialize', params: { protocolVersion: '2026-01-26', appInfo: { name: 'earmark-stance-timeline', version: '1' }, appCapabilities: {} } });
</script>
</html>
`;
