import asyncio, json, os, sys

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamablehttp_client


async def talk(read, write):
    async with ClientSession(read, write) as session:
        await session.initialize()
        tools = (await session.list_tools()).tools
        answers = 0
        for name, arguments in json.loads(os.environ["MCP_CALLS"]):
            answer = await session.call_tool(name, arguments)
            assert not answer.isError, (name, answer)
            json.loads(answer.content[0].text)
            answers += 1
        wrong = await session.call_tool("list_tables", {"database": "nothing"})
        assert wrong.isError, wrong
        print(f"{len(tools)} tools, {answers} answers")


async def main():
    if sys.argv[1] == "http":
        headers = {"Authorization": "Bearer " + os.environ["MCP_TOKEN"]}
        async with streamablehttp_client(os.environ["MCP_URL"], headers=headers) as (read, write, _):
            await talk(read, write)
    else:
        server = StdioServerParameters(
            command=os.environ["MCP_COMMAND"], args=["mcp", "--project", os.environ["MCP_PROJECT"]], env=dict(os.environ)
        )
        async with stdio_client(server) as (read, write):
            await talk(read, write)


asyncio.run(main())
