package rag.load;

import rag.model.Image;

/** A picture where it stands among the lines of a page. */
record PdfFigure(Image image, PdfBox box) {}
