package org.opensearch.transport.grpc.spi;

/** Stands in for a type of the gRPC plugin, which is in no repository; the vectors' plugin names it and never calls it. */
public interface QueryBuilderProtoConverter {}
