// How to use it: /widgets on its host.
(() => {
  // A module has no currentScript.
  const ours = ({ src }) => /^\w+:..[^/]+.embed\.js\b/.test(src);
  const me = document.currentScript ?? [...document.scripts].find(ours);
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
    const again = el.earmarkDone;
    if (!kind || (again && !inside) || (target && !parsed())) return;
    el.earmarkDone = true;
    const box = inside ? el : target && document.getElementById(target.replace('#', ''));
    if (!box && (target || el.closest('head')))
      return console.warn(
        `Earmark: no place for the ${kind}. Put its script into <body>, or an element's id into data-target.`,
      );
    const id = encodeURIComponent(read(kind));
    const look = looks.filter(read).map((name) => `${name}=${encodeURIComponent(read(name))}`);
    const frame = Object.assign(document.createElement('iframe'), {
      src: `${home}/embed/${kind}/${id}${look.length ? `?${look.join('&')}` : ''}`,
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

  const unframe = (fails, hasPage) => {
    for (const [frame, [kept, link]] of frames) {
      if (!fails(frame)) continue;
      frame.replaceWith(...(kept ? [kept] : hasPage ? [link] : []));
      if (!hasPage) console.warn(`Earmark: there is no such widget: ${frame.src}`);
    }
  };
  // A sandboxed page has no origin to check: check its frame.
  addEventListener('message', ({ data, source }) => {
    if (data === 'earmark:gone' || data === 'earmark:unknown')
      unframe((frame) => source === frame.contentWindow, data === 'earmark:gone');
  });
  addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
    if (effectiveDirective === 'frame-src' && blockedURI.startsWith(home)) unframe(() => true, true);
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
