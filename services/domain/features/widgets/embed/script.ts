/**
 * The script of an embed. Follows `widget:<id>` over a WebSocket in the protocol of socket.io (a
 * client library would be thirty times its size), fetching after a moment by chance, since a
 * thousand pages hear of one change; a page that may watch no more is fetched once.
 */
export const script = `(()=>{
const main=document.querySelector('main'),{id,lang,sent,failed}=main.dataset;
const tell=()=>parent!==window&&parent.postMessage({type:'hzm-widget',id,height:document.documentElement.scrollHeight},'*');
new ResizeObserver(tell).observe(document.documentElement);tell();
let wait=1000,seen='',asked='',busy=false,due=false,lost=false;
const later=ms=>new Promise(done=>setTimeout(done,ms));
const renew=async position=>{
if(position>asked)asked=position;
if(busy||!due&&asked<=seen)return;
busy=true;
await later(Math.random()*1000);
due=false;
const at=asked,url=new URL(location);
for(const [name,value] of [['format','html'],['lang',lang],['after',at]])if(value)url.searchParams.set(name,value);
try{
const answer=await fetch(url);
if(answer.status===429||answer.status===503)throw answer;
const next=new DOMParser().parseFromString(await answer.text(),'text/html'),content=next.getElementById('content');
document.querySelector('h1').textContent=next.querySelector('h1').textContent;
document.getElementById('content').replaceChildren(...content.childNodes);
seen=at;
}catch{due=true;await later(5000+Math.random()*5000)}
busy=false;tell();renew()};
const lose=(socket,data)=>{
if(!lost&&!/RATE_LIMIT|NOT_READY/.test(data)){lost=due=true;renew()}
socket.close()};
const connect=()=>{
const socket=new WebSocket(location.origin.replace(/^http/,'ws')+'/socket.io/?EIO=4&transport=websocket');
socket.onmessage=({data})=>{
if(data[0]==='0')socket.send('40'+JSON.stringify({widget:id}));
else if(data==='2')socket.send('3');
else if(data.startsWith('40'))socket.send('420'+JSON.stringify(['watch',{topic:'widget:'+id}]));
else if(data.startsWith('44'))lose(socket,data);
else if(data.startsWith('430')){
const [{position}]=JSON.parse(data.slice(3));
if(!position)return lose(socket,data);
wait=1000;lost=false;renew(position)}
else if(data.startsWith('42')){
const [name,message]=JSON.parse(data.slice(2));
if(name==='changes')renew(message.position);
if(name==='unwatched')lose(socket,data)}};
socket.onclose=()=>{setTimeout(connect,wait*(.5+Math.random()));wait=Math.min(wait*2,60000)}};
const form=document.querySelector('form');
if(!form)return connect();
const name=()=>Array.from(crypto.getRandomValues(new Uint8Array(16)),byte=>byte.toString(16).padStart(2,'0')).join('');
let request=name();
form.onsubmit=async event=>{
event.preventDefault();
const values={},status=form.querySelector('[role=status]'),button=form.querySelector('button');
for(const output of form.querySelectorAll('output'))output.textContent='';
for(const input of form.elements){
if(!input.name||input.name==='website')continue;
if(input.type==='checkbox')values[input.name]=input.checked;
else if(input.validity.badInput)values[input.name]='?';
else if(input.value!=='')values[input.name]=input.type==='datetime-local'?new Date(input.value).toISOString():input.value}
button.disabled=true;
try{
const answer=await fetch('/api/v1/widgets/'+id+'/embed',{method:'POST',headers:{'content-type':'application/json','accept-language':lang,'x-request-id':request},body:JSON.stringify({values,website:form.elements.website.value})});
const body=await answer.json();
if(answer.ok){form.replaceChildren(status);status.textContent=sent}
else{status.textContent=body.error;request=name();
for(const {path,message} of body.details||[]){const output=form.querySelector('output[for="'+CSS.escape(path.replace('values.',''))+'"]');if(output)output.textContent=message}}
}catch{status.textContent=failed}
button.disabled=false;tell()}
})()`;
