// What only the MCP server needs, beside lib/pipeline.java: //SOURCES lib/mcp.java
// The SDK's core, without its JSON module (JSON is Jackson's, as everywhere here). It asks for a release candidate of
// Reactor; the release is named first.
//DEPS io.projectreactor:reactor-core:3.8.8
//DEPS io.modelcontextprotocol.sdk:mcp-core:2.2.0
//SOURCES rag/mcp/Opening.java
