/**
 * The script of a widget inside WordPress, which reduces the sandbox of embedded frames to `allow-scripts`. It speaks the
 * protocol of wp-embed.js: it posts `{ message, value, secret }` to the page, which knows the frame by the secret in the
 * fragment of its address. It reports the height that it needs (WordPress grants up to 1000 pixels) and passes on clicked
 * links, which such a frame cannot open. Without a secret it does nothing.
 */
export const WORDPRESS_SCRIPT = `(()=>{
const secret=/[#?&]secret=([A-Za-z0-9]+)/.exec(location.hash)?.[1];
if(!secret||parent===self)return;
const root=document.documentElement;
const say=(message,value)=>parent.postMessage({message,value,secret},'*');
const tell=()=>{root.className='whole';const height=Math.ceil(document.body.getBoundingClientRect().height);if(height>1000)root.className='';say('height',height)};
addEventListener('message',({data,source})=>{if(source===parent&&data?.secret===secret&&data.message==='ready')tell()});
addEventListener('load',tell);
let width=innerWidth;
addEventListener('resize',()=>{if(width!==innerWidth){width=innerWidth;tell()}});
addEventListener('click',(event)=>{
const link=event.target.closest('a');
if(!link||event.altKey||event.ctrlKey||event.metaKey||event.shiftKey)return;
event.preventDefault();
say('link',link.href)})
})()`;
