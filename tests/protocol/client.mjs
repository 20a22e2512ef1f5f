// The official TypeScript clients against a running server: every tool, resources, the prompt, completion.
//
//   node client.mjs v1|legacy|auto|modern stdio COMMAND ARGUMENT...
//   node client.mjs v1|legacy|auto|modern http URL TOKEN
//
// v1 is SDK 1; the others are SDK 2 in its three ways to agree on a protocol revision. The server's default collection
// holds examples/documents/incidents. Prints a line for each check; exits with 1 if one failed.
const [, , era, kind, ...rest] = process.argv;

let failed = 0;
function check(what, right, seen = '') {
  if (!right) failed++;
  console.log(`${right ? 'ok  ' : 'FAIL'} ${what} ${right ? '' : JSON.stringify(seen)}`);
}
const refused = (promise) => promise.then(() => null, (error) => error);

async function connect() {
  const info = { name: 'official', version: '1' };
  const first = era === 'v1';
  const { Client, StreamableHTTPClientTransport } = first
    ? { ...(await import('@modelcontextprotocol/sdk/client/index.js')), ...(await import('@modelcontextprotocol/sdk/client/streamableHttp.js')) }
    : await import('@modelcontextprotocol/client');
  const { StdioClientTransport } = await import(
    first ? '@modelcontextprotocol/sdk/client/stdio.js' : '@modelcontextprotocol/client/stdio');
  const mode = era === 'modern' ? { pin: '2026-07-28' } : era;
  const client = new Client(info, first ? { capabilities: {} } : { versionNegotiation: { mode } });
  const transport = kind === 'http'
    ? new StreamableHTTPClientTransport(new URL(rest[0]), { requestInit: { headers: { Authorization: `Bearer ${rest[1]}` } } })
    : new StdioClientTransport({ command: rest[0], args: rest.slice(1), stderr: 'inherit' });
  await client.connect(transport, { timeout: 60000 });
  return client;
}

const client = await connect();
const problems = [];
client.onerror = (error) => problems.push(error.message);

check('server', client.getServerVersion()?.name === 'knowledge-hub', client.getServerVersion());
check('instructions', client.getInstructions()?.includes('query_knowledge_hub'));

const query = 'Why did the dome shutter stop at 61 %?';
const call = (name, args) => client.callTool({ name, arguments: args });
const found = await call('query_knowledge_hub', { query });
const image = /img_[0-9a-f]+/.exec(JSON.stringify(found))?.[0];
check('passages', found.structuredContent.passages.length > 0 && found.content[0].type === 'text', found);

// The client itself holds every structured result against the tool's output schema.
const calls = {
  query_knowledge_hub: { query, top_k: 2, mode: 'sparse', expand: 1 },
  list_collections: {},
  list_documents: { limit: 2 },
  get_document_summary: { doc_id: 'IR-2024-007-shutter.docx' },
  explain_retrieval: { query, passage: 'IR-2024-007-shutter.docx' },
  get_image: { image_id: image },
  search_admissions_knowledge: { query },
  search_service_manuals: { query },
};
const tools = (await client.listTools()).tools;
for (const tool of tools) {
  const args = calls[tool.name];
  if (!args) { check(`${tool.name} is known to this test`, false); continue; }
  const result = await call(tool.name, args);
  const structured = (tool.outputSchema !== undefined) === (result.structuredContent !== undefined);
  check(tool.name, !result.isError && result.content.length > 0 && structured, result);
}
check('all tools were called', tools.length >= Object.keys(calls).length, tools.map((tool) => tool.name));
check('image', (await call('get_image', { image_id: image })).content.some((block) => block.type === 'image'));

const wrong = await call('query_knowledge_hub', { query, topk: 3 });
check('wrong argument', wrong.isError && wrong.content[0].text.includes("did you mean 'top_k'"), wrong);
check('missing argument', (await call('query_knowledge_hub', {})).isError);
check('unknown tool', (await refused(call('nothing', {})))?.code === -32602);

const resources = (await client.listResources()).resources;
check('resources', resources.some((one) => one.uri === 'rag://collections/knowledge_hub'), resources);
check('templates', (await client.listResourceTemplates()).resourceTemplates.length >= 1);
const link = found.content.find((block) => block.type === 'resource_link');
check('linked document', (await client.readResource({ uri: link.uri })).contents[0].text.includes('61'), link);
const none = await refused(client.readResource({ uri: 'rag://collections/nothing/documents/doc_0' }));
check('no such resource', [-32002, -32602].includes(none?.code), none?.message);

const prompt = (await client.listPrompts()).prompts[0];
const given = Object.fromEntries(prompt.arguments.map((one) => [one.name, one.name === 'collection' ? 'knowledge_hub' : query]));
check('prompt', (await client.getPrompt({ name: prompt.name, arguments: given })).messages.length > 0);
const typed = { ref: { type: 'ref/prompt', name: prompt.name }, argument: { name: 'collection', value: 'know' } };
check('completion', (await client.complete(typed)).completion.values.includes('knowledge_hub'));

const many = await Promise.all(Array.from({ length: 60 }, (_, i) => call('query_knowledge_hub', { query: `shutter ${i}`, top_k: 1 })));
check('60 calls at once, each its own answer', many.every((one, i) => one.structuredContent.query === `shutter ${i}`));

const start = Date.now();
await client.close();
check('close', Date.now() - start < 3000, Date.now() - start);
check('no protocol errors', problems.length === 0, problems);
process.exit(failed ? 1 : 0);
