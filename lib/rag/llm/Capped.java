package rag.llm;

import java.io.IOException;
import okhttp3.Interceptor;
import okhttp3.Response;
import okhttp3.ResponseBody;
import okio.Buffer;
import okio.ForwardingSource;
import okio.Okio;
import okio.Source;

/**
 * Ends an answer that is longer than any right one, so that no service fills the memory: bytes are counted as they are
 * unpacked, in a stream for each event anew, since events are not kept.
 */
final class Capped implements Interceptor {

    /** Bytes of an answer that holds texts or scores. */
    static final int LONGEST = 8_000_000;

    private final long longest;

    /** More came than any right answer has. */
    static final class TooLong extends IOException {

        private static final long serialVersionUID = 1;

        TooLong(long longest) {
            super("more than %.1f MB".formatted(longest / 1e6));
        }
    }

    Capped(long longest) {
        this.longest = longest;
    }

    @Override
    public Response intercept(Chain chain) throws IOException {
        var response = chain.proceed(chain.request());
        var body = response.body();
        if (body == null) return response;
        var type = body.contentType();
        boolean events = type != null && type.subtype().equals("event-stream");
        var counted = Okio.buffer(new Counted(body.source(), events));
        return response.newBuilder()
                .body(ResponseBody.create(counted, type, body.contentLength()))
                .build();
    }

    private final class Counted extends ForwardingSource {

        private final boolean events;
        private long count;
        private boolean lineEnded;

        Counted(Source source, boolean events) {
            super(source);
            this.events = events;
        }

        @Override
        public long read(Buffer sink, long most) throws IOException {
            var part = new Buffer();
            long read = super.read(part, most);
            if (read < 0) return read;
            if (events) count(part.snapshot().toByteArray());
            else count += read;
            if (count > longest) throw new TooLong(longest);
            sink.write(part, read);
            return read;
        }

        /** A blank line ends an event. */
        private void count(byte[] bytes) {
            for (byte b : bytes) {
                count++;
                if (b == '\n' && lineEnded) count = 0;
                if (b != '\r') lineEnded = b == '\n';
            }
        }
    }
}
