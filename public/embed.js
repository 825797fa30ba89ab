// Earmark widget. <script async src="https://HOST/embed.js" data-show|data-episode|data-ticker="..."></script>
// Optional: data-height (160 to 1200), data-theme (light, dark), data-accent (hex). Or <earmark-widget show="...">.
(() => {
  const me = document.currentScript;
  const home = new URL(me ? me.src : document.querySelector('script[src$="/embed.js"]').src).origin;
  const kinds = ['show', 'episode', 'ticker'];
  const frames = new Set();
  const read = (el, name) =>
    el.getAttribute(`data-${name}`) ?? (el.localName === 'earmark-widget' ? el.getAttribute(name) : null);

  const mount = (el) => {
    const kind = kinds.find((name) => read(el, name));
    if (!kind || el.earmarkDone) return;
    el.earmarkDone = true;
    const id = encodeURIComponent(read(el, kind));
    const query = new URLSearchParams();
    for (const name of ['theme', 'accent']) if (read(el, name)) query.set(name, read(el, name));
    const frame = document.createElement('iframe');
    frame.src = `${home}/embed/${kind}/${id}${query.size ? `?${query}` : ''}`;
    frame.title = 'Ideas recorded by Earmark';
    frame.loading = 'lazy';
    frame.width = '100%';
    frame.height = Math.min(1200, Math.max(160, Number(read(el, 'height')) || 420));
    frame.setAttribute('sandbox', 'allow-scripts allow-popups allow-popups-to-escape-sandbox');
    frame.setAttribute('frameborder', '0');
    frame.referrerPolicy = 'origin';
    frame.earmarkLink = `${home}/${kind}s/${id}`;
    frames.add(frame);
    if (el.localName === 'script') {
      const fallback = el.nextElementSibling;
      if (fallback && fallback.hasAttribute('data-earmark-link')) fallback.hidden = true;
      el.after(frame);
    } else el.append(frame);
  };

  // A sandboxed page has no origin to check: the frame it came from is what is checked.
  addEventListener('message', (event) => {
    if (event.data !== 'earmark:gone') return;
    for (const frame of frames)
      if (event.source === frame.contentWindow) frames.delete(frame) && frame.remove();
  });
  document.addEventListener('securitypolicyviolation', (event) => {
    if (!event.effectiveDirective.startsWith('frame-src') || !event.blockedURI.startsWith(home)) return;
    for (const frame of frames) {
      const link = document.createElement('a');
      link.href = frame.earmarkLink;
      link.textContent = 'Ideas recorded by Earmark';
      frames.delete(frame);
      frame.replaceWith(link);
    }
  });

  const all = () =>
    document
      .querySelectorAll(kinds.map((name) => `script[src="${home}/embed.js"][data-${name}]`).join())
      .forEach(mount);
  all();
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', all);
  if (!customElements.get('earmark-widget'))
    customElements.define(
      'earmark-widget',
      class extends HTMLElement {
        connectedCallback() {
          mount(this);
        }
      },
    );
})();
