package org.opensearch.transport.grpc.spi;

/** Stands in for a type of the gRPC plugin, as {@link QueryBuilderProtoConverter} does. */
public interface QueryBuilderProtoConverterRegistry {}
