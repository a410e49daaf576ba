import asyncio, json, os, sys

from mcp import ClientSession, StdioServerParameters
from mcp.client import streamable_http
from mcp.client.stdio import stdio_client


def http():
    headers = {"Authorization": "Bearer " + os.environ["MCP_TOKEN"]}
    url = os.environ["MCP_URL"]
    # Named otherwise before version 2 of the client.
    if hasattr(streamable_http, "streamable_http_client"):
        return streamable_http.streamable_http_client(url, http_client=streamable_http.create_mcp_http_client(headers=headers))
    return streamable_http.streamablehttp_client(url, headers=headers)


def stdio():
    arguments = ["mcp", "--project", os.environ["MCP_PROJECT"]]
    return stdio_client(StdioServerParameters(command=os.environ["MCP_COMMAND"], args=arguments, env=dict(os.environ)))


def failed(answer):
    return answer.is_error if hasattr(answer, "is_error") else answer.isError


async def main():
    async with (http() if sys.argv[1] == "http" else stdio()) as streams:
        async with ClientSession(streams[0], streams[1]) as session:
            await session.initialize()
            tools = (await session.list_tools()).tools
            answers = []
            for name, arguments in json.loads(os.environ["MCP_CALLS"]):
                answer = await session.call_tool(name, arguments)
                assert not failed(answer), (name, answer)
                answers.append([name, json.loads(answer.content[0].text)])
            wrong = await session.call_tool("list_tables", {"database": "nothing"})
            assert failed(wrong), wrong
            print(json.dumps({"tools": len(tools), "answers": answers}))


asyncio.run(main())
