// What only measuring scripts need, beside lib/pipeline.java: //SOURCES lib/eval.java
//SOURCES rag/eval/BeirIndex.java
//SOURCES rag/eval/BeirSet.java
//SOURCES rag/eval/Metrics.java
//SOURCES rag/eval/Significance.java
