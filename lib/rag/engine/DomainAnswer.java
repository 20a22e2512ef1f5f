package rag.engine;

import java.time.LocalDate;
import java.util.List;
import rag.model.Answer;

/**
 * What a question to a domain gives.
 *
 * @param standings one a hit, in the order of the hits
 * @param hint what to do when no reliable source answered; "" when one did
 */
public record DomainAnswer(String domain, LocalDate asOf, Answer answer, List<Standing> standings, String hint) {

    public DomainAnswer {
        standings = List.copyOf(standings);
        if (standings.size() != answer.hits().size()) throw new IllegalArgumentException("a standing a hit");
    }
}
