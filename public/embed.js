// How to use it: /widgets on its host.
(() => {
  const me = document.currentScript ?? document.querySelector('script[src$="/embed.js"]');
  const home = new URL(me.src).origin;
  const tag = 'earmark-widget';
  const frames = new Map();
  const parsed = () => document.readyState !== 'loading';

  const mount = (el) => {
    const inside = el.localName === tag;
    const read = (name) => el.getAttribute(inside && el.hasAttribute(name) ? name : `data-${name}`);
    const kind = ['show', 'episode', 'ticker'].find(read);
    const target = !inside && read('target');
    if (!kind || el.earmarkDone || (target && !parsed())) return;
    el.earmarkDone = true;
    const box = inside ? el : target && document.getElementById(target.replace('#', ''));
    if (!box && (target || el.closest('head')))
      return console.warn(
        `Earmark: no place for the ${kind}. Put its script into <body>, or an element's id into data-target.`,
      );
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
    const near = box ? box.firstElementChild : el.previousElementSibling;
    const kept = near?.hasAttribute('data-earmark-link') ? near : null;
    frames.set(frame, kept ?? link);
    if (inside) el.replaceChildren(frame);
    else if (kept) kept.replaceWith(frame);
    else if (box) box.append(frame);
    else el.after(frame);
  };

  // A sandboxed page has no origin to check; its frame is.
  addEventListener('message', ({ data, source }) => {
    if (data !== 'earmark:gone') return;
    for (const frame of frames.keys()) if (source === frame.contentWindow) frame.remove();
  });
  addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
    if (effectiveDirective === 'frame-src' && blockedURI.startsWith(home))
      for (const [frame, instead] of frames) frame.replaceWith(instead);
  });

  const all = () => document.querySelectorAll(`script[src="${home}/embed.js"],${tag}`).forEach(mount);
  mount(me);
  if (parsed()) all();
  else addEventListener('DOMContentLoaded', all);
  class Widget extends HTMLElement {
    connectedCallback() {
      // Its children are not there before the page is read.
      if (parsed()) mount(this);
    }
  }
  if (!customElements.get(tag)) customElements.define(tag, Widget);
})();
