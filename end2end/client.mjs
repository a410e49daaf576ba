// The protocol's own client over the tools of a project: `node client.mjs http|stdio|stranger`. The tests of the server run it.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const { MCP_URL, MCP_TOKEN, MCP_COMMAND, MCP_PROJECT, MCP_CALLS, MCP_FORBIDDEN, MCP_SECRETS } = process.env;

function http(url) {
  return new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers: { Authorization: `Bearer ${MCP_TOKEN}` } } });
}

async function connected(transport) {
  const client = new Client({ name: "test", version: "1" });
  await client.connect(transport);
  return client;
}

/** Every tool with its arguments; how many are listed, and what they answered. */
async function everything(client) {
  const { tools } = await client.listTools();
  const answers = [];
  for (const [name, given] of JSON.parse(MCP_CALLS)) {
    const answer = await client.callTool({ name, arguments: given });
    if (!answer.isError) JSON.parse(answer.content[0].text);
    answers.push({ name, failed: answer.isError === true, text: answer.content[0].text });
  }
  return { tools, answers };
}

function insist(truth, what) {
  if (!truth) throw new Error(what);
}

const way = process.argv[2];
if (way === "stranger") {
  const refused = await connected(http(MCP_FORBIDDEN)).then(() => "it was let in", (error) => String(error));
  insist(/404|not found|no project/i.test(refused), refused);
  const client = await connected(http(MCP_URL));
  const { answers } = await everything(client);
  for (const { name, text } of answers) {
    for (const secret of JSON.parse(MCP_SECRETS)) insist(!text.includes(secret), `${name} tells ${secret}: ${text}`);
  }
  await client.close();
  console.log(`${answers.length} answers`);
} else {
  const stdio = () => new StdioClientTransport({ command: MCP_COMMAND, args: ["mcp", "--project", MCP_PROJECT], env: process.env });
  const client = await connected(way === "http" ? http(MCP_URL) : stdio());
  const { tools, answers } = await everything(client);
  for (const { name, failed, text } of answers) insist(!failed, `${name}: ${text}`);
  const wrong = await client.callTool({ name: "list_tables", arguments: { database: "nothing" } });
  insist(wrong.isError === true, "a database that is not there was found");
  await client.close();
  // What it read, for whoever knows what each answer has to look like.
  console.log(JSON.stringify({ tools: tools.length, answers: answers.map(({ name, text }) => [name, JSON.parse(text)]) }));
}
