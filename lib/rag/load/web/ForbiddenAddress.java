package rag.load.web;

import java.io.IOException;

/** A connection that is not made, since it would lead to this machine or into a private network. */
final class ForbiddenAddress extends IOException {

    private static final long serialVersionUID = 1L;

    ForbiddenAddress(String message) {
        super(message);
    }
}
