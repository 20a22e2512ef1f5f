package rag.eval;

/** The style of a report's page: one column, readable at 400 pixels, light and dark. */
final class PageStyle {

    static final String CSS = """
        :root{color-scheme:light dark;--back:#fdfdfc;--text:#1d2125;--soft:#5b6570;--line:#d9dde1;--card:#f3f5f6;
         --one:#2a6fb0;--two:#b4570d;--good:#1d7a45;--bad:#b3261e;--same:#7a828a;
         --s0:#2a6fb0;--s1:#b4570d;--s2:#1d7a45;--s3:#7b4ea3;--s4:#a1823a;--s5:#4b7d86}
        @media(prefers-color-scheme:dark){:root{--back:#15181b;--text:#e7eaed;--soft:#a3adb7;--line:#343b42;--card:#1d2226;
         --one:#6fb0ef;--two:#f0a05c;--good:#63c48c;--bad:#f28b82;--same:#98a1aa;
         --s0:#6fb0ef;--s1:#f0a05c;--s2:#63c48c;--s3:#c39be6;--s4:#d9bd77;--s5:#8cc3cd}}
        *{box-sizing:border-box}
        body{margin:0 auto;padding:1rem;max-width:60rem;background:var(--back);color:var(--text);
         font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
        h1{font-size:1.5rem;line-height:1.25;margin:.5rem 0}
        h2{font-size:1.15rem;margin:2.2rem 0 .3rem}
        p{margin:.4rem 0;max-width:46rem}
        .soft,figcaption{color:var(--soft);font-size:.9rem}
        figure{margin:.8rem 0}
        ul{padding-left:1.2rem;margin:.4rem 0}
        .row{display:grid;grid-template-columns:minmax(6rem,11rem) 1fr 5.5rem;gap:.6rem;align-items:center;
         padding:.3rem 0;border-top:1px solid var(--line)}
        .row .name{overflow-wrap:anywhere}
        .row .number{text-align:right;font-variant-numeric:tabular-nums}
        .row svg{display:block;width:100%;height:26px;overflow:visible}.row svg.tall{height:52px}
        .axis{display:grid;grid-template-columns:minmax(6rem,11rem) 1fr 5.5rem;gap:.6rem;color:var(--soft);font-size:.8rem}
        .axis div{display:flex;justify-content:space-between}
        @media(max-width:34rem){.row,.axis{grid-template-columns:1fr 4.6rem}
         .row .name,.axis span:first-child{grid-column:1/-1}.row{gap:0 .6rem}}
        .scroll{overflow-x:auto}
        table{border-collapse:collapse;width:100%;font-size:.9rem}
        th,td{text-align:left;padding:.35rem .7rem .35rem 0;border-bottom:1px solid var(--line);vertical-align:top}
        th.n,td.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
        .good{color:var(--good)}.bad{color:var(--bad)}.same{color:var(--same)}
        .key{display:flex;flex-wrap:wrap;gap:.2rem 1rem;font-size:.85rem;color:var(--soft)}
        .key i{display:inline-block;width:.8rem;height:.8rem;border-radius:2px;margin-right:.35rem;vertical-align:-1px}
        code{font-size:.9em;overflow-wrap:anywhere}
        details{margin:.5rem 0}summary{cursor:pointer}
        """;

    private PageStyle() {}
}
