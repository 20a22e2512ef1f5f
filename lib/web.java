// What the dashboard needs beside lib/pipeline.java: //SOURCES lib/web.java

//DEPS io.javalin:javalin:7.2.3
// Named since JGit's directory of versions would else take other versions of these beside Javalin's Jetty.
//DEPS org.eclipse.jetty.ee10:jetty-ee10-servlet:12.1.12
//DEPS org.eclipse.jetty:jetty-session:12.1.12
//DEPS jakarta.servlet:jakarta.servlet-api:6.0.0

//DEPS io.pebbletemplates:pebble:4.1.2
//DEPS io.github.java-diff-utils:java-diff-utils:4.18

// Scripts and styles of the pages; "@fatjar" takes a jar without what it asks for.
//DEPS org.webjars.npm:htmx.org:2.0.10@fatjar
//DEPS org.webjars.npm:htmx-ext-sse:2.2.2@fatjar
//DEPS org.webjars.npm:picocss__pico:2.1.1@fatjar

//SOURCES rag/web/Asked.java
//SOURCES rag/web/Assets.java
//SOURCES rag/web/Calls.java
//SOURCES rag/web/CasePage.java
//SOURCES rag/web/Checkup.java
//SOURCES rag/web/CollectionsPage.java
//SOURCES rag/web/Compare.java
//SOURCES rag/web/Dashboard.java
//SOURCES rag/web/DataBrowser.java
//SOURCES rag/web/Diagnosis.java
//SOURCES rag/web/EvaluationRun.java
//SOURCES rag/web/Evaluations.java
//SOURCES rag/web/Failures.java
//SOURCES rag/web/Filters.java
//SOURCES rag/web/Flow.java
//SOURCES rag/web/GoldenCases.java
//SOURCES rag/web/Guard.java
//SOURCES rag/web/IngestPage.java
//SOURCES rag/web/IngestTraces.java
//SOURCES rag/web/Kept.java
//SOURCES rag/web/Label.java
//SOURCES rag/web/Live.java
//SOURCES rag/web/Moves.java
//SOURCES rag/web/Originals.java
//SOURCES rag/web/Overview.java
//SOURCES rag/web/Paging.java
//SOURCES rag/web/Params.java
//SOURCES rag/web/QueryTraces.java
//SOURCES rag/web/Ranks.java
//SOURCES rag/web/Recent.java
//SOURCES rag/web/Site.java
//SOURCES rag/web/Step.java
//SOURCES rag/web/TextDiff.java
//SOURCES rag/web/TraceList.java
//SOURCES rag/web/Trend.java
//SOURCES rag/web/Uploads.java
//SOURCES rag/web/Url.java
//SOURCES rag/web/Waterfall.java

//FILES rag/web/app.css=web/app.css
//FILES rag/web/app.js=web/app.js
//FILES rag/web/asking.html=web/asking.html
//FILES rag/web/collections.html=web/collections.html
//FILES rag/web/compare.html=web/compare.html
//FILES rag/web/data.html=web/data.html
//FILES rag/web/document.html=web/document.html
//FILES rag/web/error.html=web/error.html
//FILES rag/web/evaluation.html=web/evaluation.html
//FILES rag/web/flow.html=web/flow.html
//FILES rag/web/icon.svg=web/icon.svg
//FILES rag/web/ingest.html=web/ingest.html
//FILES rag/web/ingestion.html=web/ingestion.html
//FILES rag/web/ingestions.html=web/ingestions.html
//FILES rag/web/job.html=web/job.html
//FILES rag/web/jobs.html=web/jobs.html
//FILES rag/web/layout.html=web/layout.html
//FILES rag/web/mcp.html=web/mcp.html
//FILES rag/web/overview.html=web/overview.html
//FILES rag/web/parts.html=web/parts.html
//FILES rag/web/queries.html=web/queries.html
//FILES rag/web/query.html=web/query.html
//FILES rag/web/run.html=web/run.html
//FILES rag/web/running.html=web/running.html
//FILES rag/web/runs.html=web/runs.html
//FILES rag/web/tail.html=web/tail.html
