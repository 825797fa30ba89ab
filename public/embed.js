// See /widgets on its host.
(() => {
  // Modules have no currentScript.
  const me =
    document.currentScript ?? [...document.scripts].find((it) => /^\w+:..[^/]+.embed\.js\b/.test(it.src));
  if (!me?.src) return;
  const home = new URL(me.src).origin;
  const tag = 'earmark-widget';
  const kinds = ['show', 'episode', 'ticker'];
  const looks = ['theme', 'accent'];
  const frames = new Map();
  const parsed = () => document.readyState !== 'loading';

  const mount = (el) => {
    const inside = el.localName === tag;
    const read = (name) => el.getAttribute(inside && el.hasAttribute(name) ? name : `data-${name}`);
    const kind = kinds.find(read);
    const target = !inside && read('target');
    if (!kind && inside) el.querySelector('iframe')?.remove();
    const again = el.earmark;
    if (!kind || (again && !inside) || (target && !parsed())) return;
    el.earmark = true;
    const box = inside ? el : target && document.getElementById(target.replace('#', ''));
    if (!box && (target || el.closest('head')))
      return console.warn(
        `Earmark: no place for the ${kind}. Put its script into <body>, or an element's id into data-target.`,
      );
    const id = encodeURIComponent(read(kind));
    const look = looks.filter(read).map((name) => `${name}=${encodeURIComponent(read(name))}`);
    const frame = Object.assign(document.createElement('iframe'), {
      src: `${home}/embed/${kind}/${id}${look[0] ? `?${look.join('&')}` : ''}`,
      title: `Ideas recorded by Earmark: ${kind} ${read(kind)}`,
      loading: 'lazy',
      width: '100%',
      height: Math.min(1200, Math.max(160, +read('height') || 420)),
      sandbox: 'allow-scripts allow-popups allow-popups-to-escape-sandbox',
      frameBorder: 0,
      referrerPolicy: 'origin',
    });
    const link = document.createElement('a');
    link.href = `${home}/${kind}s/${id}`;
    link.textContent = frame.title;
    const near = box ? box.firstElementChild : el.previousElementSibling;
    if (inside && near?.isEqualNode(frame)) return;
    const kept = !again && near?.matches('[data-earmark-link]') && near;
    frames.set(frame, [kept, link]);
    if (inside) el.replaceChildren(frame);
    else if (kept) kept.replaceWith(frame);
    else if (box) box.append(frame);
    else el.after(frame);
  };

  const unframe = (hasPage, only) => {
    for (const [frame, [kept, link]] of frames)
      if (only === undefined || only === frame.contentWindow)
        frame.replaceWith(kept || (hasPage ? link : ''));
  };
  // A sandboxed page has no origin, but a frame.
  addEventListener('message', ({ data, source }) => {
    const gone = data === 'earmark:gone';
    if (gone || data === 'earmark:unknown') unframe(gone, source);
  });
  addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
    if (effectiveDirective === 'frame-src' && blockedURI.startsWith(home)) unframe(true);
  });

  const all = () => document.querySelectorAll(`[src^="${home}/embed.js"],${tag}`).forEach(mount);
  mount(me);
  if (parsed()) all();
  else addEventListener('DOMContentLoaded', all);
  if (customElements.get(tag)) return;
  class Widget extends HTMLElement {
    static observedAttributes = [...kinds, ...looks, 'height'].flatMap((name) => [name, `data-${name}`]);
    connectedCallback() {
      if (parsed()) mount(this);
    }
    attributeChangedCallback() {
      if (this.isConnected) this.connectedCallback();
    }
  }
  customElements.define(tag, Widget);
})();
