/**
 * What a widget does inside WordPress, whose core keeps only `sandbox="allow-scripts"` on the frames of an embed: it
 * speaks the protocol of wp-embed.js, `{ message, value, secret }` to the page around it, which knows a frame by the
 * secret that it put behind the `#` of its address. The height it needs is told, up to what core gives (1000 pixels),
 * and a link that is pressed is handed over, since a frame sandboxed so can open none. Elsewhere there is no secret, and
 * nothing is done.
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
