package org.opensearch.protobufs;

/** Stands in for a type of the gRPC plugin, as QueryBuilderProtoConverter does. */
public final class QueryContainer {

    private QueryContainer() {}

    /** Named in the signature of a method that nobody calls. */
    public enum QueryContainerCase {}
}
