package rag.load;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.poi.EncryptedDocumentException;
import org.apache.poi.hssf.OldExcelFormatException;
import org.apache.poi.hssf.extractor.OldExcelExtractor;
import org.apache.poi.hssf.usermodel.HSSFComment;
import org.apache.poi.hssf.usermodel.HSSFShapeContainer;
import org.apache.poi.hssf.usermodel.HSSFTextbox;
import org.apache.poi.hssf.usermodel.HSSFWorkbook;
import org.apache.poi.poifs.filesystem.POIFSFileSystem;
import org.apache.poi.ss.usermodel.Cell;
import org.apache.poi.ss.usermodel.CellType;
import org.apache.poi.ss.usermodel.Sheet;
import rag.model.Block.Kind;
import rag.model.Document;
import rag.model.DocumentState;
import rag.model.LoadException;

/** Old Excel workbooks (XLS, BIFF8; of BIFF5 and before, the words only). */
public final class XlsLoader implements DocumentLoader {

    @Override
    public String type() {
        return "xls";
    }

    @Override
    public Set<String> extensions() {
        return Set.of("xls", "xlt");
    }

    @Override
    public Document load(Source source) throws IOException, LoadException {
        Quiet.libraries();
        var builder = new DocumentBuilder(type());
        try (var files = new POIFSFileSystem(source.path().toFile(), true);
                var workbook = new HSSFWorkbook(files, false)) {
            OleProperties.add(workbook.getSummaryInformation(), builder);
            var formats = new SheetFormats(null, workbook.getInternalWorkbook().isUsing1904DateWindowing());
            for (int i = 0; i < workbook.getNumberOfSheets(); i++) {
                var sheet = workbook.getSheetAt(i);
                boolean hidden = workbook.isSheetHidden(i) || workbook.isSheetVeryHidden(i);
                SheetBlocks.append(builder, workbook.getSheetName(i), hidden, grid(sheet, formats));
                var drawn = sheet.getDrawingPatriarch();
                if (drawn != null) boxes(drawn, builder);
                for (var comment : sheet.getCellComments().entrySet()) {
                    String words =
                            Characters.oneLine(comment.getValue().getString().getString());
                    if (!words.isEmpty()) builder.add(Kind.NOTE, "Note on " + comment.getKey() + ": " + words);
                }
            }
            for (var picture : workbook.getAllPictures()) OleProperties.picture(picture.getData(), null, builder);
        } catch (EncryptedDocumentException e) {
            throw new LoadException(DocumentState.ENCRYPTED, "the workbook needs a password to be opened", e);
        } catch (OldExcelFormatException e) {
            old(source, builder);
        }
        return builder.build(source);
    }

    private static void boxes(HSSFShapeContainer drawn, DocumentBuilder builder) {
        for (var shape : drawn.getChildren()) {
            if (shape instanceof HSSFShapeContainer group) boxes(group, builder);
            else if (shape instanceof HSSFTextbox box && !(shape instanceof HSSFComment))
                builder.add(Kind.PARAGRAPH, box.getString().getString());
        }
    }

    private static void old(Source source, DocumentBuilder builder) throws IOException {
        try (var extractor = new OldExcelExtractor(source.path().toFile())) {
            builder.add(Kind.PARAGRAPH, extractor.getText());
            builder.problem("a workbook of before 1997: the words of its cells only");
        }
    }

    private static SheetGrid grid(Sheet sheet, SheetFormats formats) {
        var grid = new SheetGrid();
        for (var row : sheet) {
            var cells = new ArrayList<String>();
            for (var cell : row) grid.put(cells, cell.getColumnIndex(), shown(cell, formats));
            for (int i = 0; i < cells.size(); i++) if (sheet.isColumnHidden(i)) grid.hiddenColumns.set(i);
            if (!grid.add(row.getRowNum(), row.getZeroHeight(), cells)) break;
        }
        for (var merge : List.copyOf(sheet.getMergedRegions())) {
            grid.merge(new SheetGrid.Merge(
                    merge.getFirstRow(), merge.getFirstColumn(), merge.getLastRow(), merge.getLastColumn()));
        }
        return grid;
    }

    private static String shown(Cell cell, SheetFormats formats) {
        var type = cell.getCellType() == CellType.FORMULA ? cell.getCachedFormulaResultType() : cell.getCellType();
        return switch (type) {
            case STRING -> cell.getRichStringCellValue().getString();
            case NUMERIC -> {
                var style = cell.getCellStyle();
                yield formats.shown(cell.getNumericCellValue(), style.getDataFormat(), style.getDataFormatString());
            }
            case BOOLEAN -> cell.getBooleanCellValue() ? "TRUE" : "FALSE";
            case ERROR ->
                org.apache.poi.ss.usermodel.FormulaError.forInt(cell.getErrorCellValue())
                        .getString();
            default -> "";
        };
    }
}
