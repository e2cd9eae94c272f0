import { dataPage, requirePage } from '../base/index.js'
import type { ReportDocument } from './model.js'

const PAGE = 'report.html'

/** A report as one HTML file, which needs nothing else. @throws UsageError where the package was not built */
export const reportPage = (document: ReportDocument, blocks: readonly string[]): string =>
  dataPage(PAGE, document, blocks)

/** Checks that the page exists before a run, so that no run is lost. @throws UsageError where the package was not built */
export const requireReportPage = (): void => requirePage(PAGE)
