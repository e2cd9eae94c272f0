import { dataPage } from '../base/page.js'
import type { ReportDocument } from './model.js'

/** A report as one HTML file, which needs nothing else. @throws UsageError where the package was not built */
export const reportPage = (document: ReportDocument, blocks: readonly string[]): string =>
  dataPage('report.html', document, blocks)
