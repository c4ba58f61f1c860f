/**
 * The script of an embed. Follows `widget:<id>` in the protocol of socket.io without its client, and
 * fetches after a random moment, since a thousand pages hear of one change; a lost watch fetches
 * once. A form with a token behind `#link=` fills in and changes the row of that link.
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
let request=name(),version;
const token=new URLSearchParams(location.hash.slice(1)).get('link'),shown=new Map(),status=form.querySelector('[role=status]');
const inputs=()=>[...form.elements].filter(input=>input.name&&input.name!=='website');
const valueOf=input=>input.type==='checkbox'?input.checked:input.type==='fieldset'?(list=>list.length?list:null)([...input.elements].filter(box=>box.checked).map(box=>box.value)):input.validity.badInput?'?':input.value===''?null:input.type==='datetime-local'?new Date(input.value).toISOString():input.value;
const same=(a,b)=>a===b||Array.isArray(a)&&Array.isArray(b)&&a.join()===b.join();
const local=text=>{const at=new Date(text);return isNaN(at)?'':new Date(at-at.getTimezoneOffset()*6e4).toISOString().slice(0,19)};
const ask=(method,path,more,headers)=>fetch('/api/v1/widgets/'+id+path,{method,referrerPolicy:'no-referrer',headers:{'content-type':'application/json','accept-language':lang,...headers},body:JSON.stringify(more)});
const over=text=>{form.hidden=false;form.replaceChildren(status);status.textContent=text};
const fill=async()=>{
const answer=await ask('POST','/linked-row',{token}),body=await answer.json();
if(!answer.ok)return over(body.error);
const values=new Map(Object.entries(body.data.values));
version=answer.headers.get('etag');
for(const input of inputs()){
const now=values.get(input.name)??null,mine=shown.has(input)&&!same(valueOf(input),shown.get(input));
if(input.type==='checkbox'){if(!mine)input.checked=now===true}
else if(input.type==='fieldset'){if(!mine)for(const box of input.elements)box.checked=(now??[]).includes(box.value)}
else if(!mine)input.value=now===null?'':input.type==='datetime-local'?local(now):typeof now==='object'?JSON.stringify(now):now;
if(!mine)shown.set(input,valueOf(input))}
form.hidden=false;tell()};
if(token){form.hidden=true;fill().catch(()=>over(failed))}
addEventListener('hashchange',()=>location.reload());
form.onsubmit=async event=>{
event.preventDefault();
const values={},button=form.querySelector('button');
for(const output of form.querySelectorAll('output'))output.textContent='';
for(const input of inputs()){
const value=valueOf(input);
if(token?!same(value,shown.get(input)):value!==null)values[input.name]=value}
button.disabled=true;
try{
const more={values,website:form.elements.website.value},named={'x-request-id':request};
const answer=await(token?ask('PUT','/linked-row',{...more,token},{...named,...version&&{'if-match':version}}):ask('POST','/embed',more,named));
const body=await answer.json();
if(answer.ok)over(sent);
else{status.textContent=body.error;request=name();
if(token&&answer.status===404)over(body.error);
if(token&&answer.status===412)await fill();
for(const {path,message} of body.details||[]){const output=form.querySelector('output[for="'+CSS.escape(path.replace('values.',''))+'"]');if(output)output.textContent=message}}
}catch{status.textContent=failed}
button.disabled=false;tell()}
})()`;
