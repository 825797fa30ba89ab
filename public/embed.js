// Earmark widget: <script async src="https://HOST/embed.js" data-show|data-episode|data-ticker="..."></script>
// or <earmark-widget show="...">. Optional: data-height (160 to 1200), data-theme (light, dark), data-accent (hex).
// An element marked data-earmark-link before the script, or within the tag, keeps the place.
(() => {
  const me = document.currentScript ?? document.querySelector('script[src$="/embed.js"]');
  const home = new URL(me.src).origin;
  const kinds = ['show', 'episode', 'ticker'];
  const tag = 'earmark-widget';
  const frames = new Map();

  const mount = (el) => {
    const inside = el.localName === tag;
    const read = (name) => el.getAttribute(inside && el.hasAttribute(name) ? name : `data-${name}`);
    const kind = kinds.find(read);
    if (!kind || el.earmarkDone) return;
    el.earmarkDone = true;
    const id = encodeURIComponent(read(kind));
    const query = new URLSearchParams();
    for (const name of ['theme', 'accent']) if (read(name)) query.set(name, read(name));
    const frame = document.createElement('iframe');
    frame.src = `${home}/embed/${kind}/${id}${query.size ? `?${query}` : ''}`;
    frame.title = `Ideas recorded by Earmark: ${kind} ${read(kind)}`;
    frame.loading = 'lazy';
    frame.width = '100%';
    frame.height = Math.min(1200, Math.max(160, Number(read('height')) || 420));
    frame.sandbox = 'allow-scripts allow-popups allow-popups-to-escape-sandbox';
    frame.frameBorder = 0;
    frame.referrerPolicy = 'origin';
    const link = document.createElement('a');
    link.href = `${home}/${kind}s/${id}`;
    link.textContent = frame.title;
    const place = inside ? el.firstElementChild : el.previousElementSibling;
    const kept = place?.hasAttribute('data-earmark-link') ? place : null;
    frames.set(frame, kept ?? link);
    if (inside) el.replaceChildren(frame);
    else if (kept) kept.replaceWith(frame);
    else el.after(frame);
  };

  // A sandboxed page has no origin to check: its frame is checked.
  addEventListener('message', ({ data, source }) => {
    if (data !== 'earmark:gone') return;
    for (const frame of frames.keys()) if (source === frame.contentWindow) frame.remove();
  });
  addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
    if (effectiveDirective === 'frame-src' && blockedURI.startsWith(home))
      for (const [frame, instead] of frames) frame.replaceWith(instead);
  });

  const all = () => {
    for (const el of document.querySelectorAll(`script[src="${home}/embed.js"],${tag}`)) mount(el);
  };
  const parsed = () => document.readyState !== 'loading';
  mount(me);
  if (parsed()) all();
  else addEventListener('DOMContentLoaded', all);
  if (!customElements.get(tag)) {
    customElements.define(
      tag,
      class extends HTMLElement {
        connectedCallback() {
          // Its children are not there before the page is read.
          if (parsed()) mount(this);
        }
      },
    );
  }
})();
