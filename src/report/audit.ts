import { version } from '../base/index.js'
import type { AuditData, ReportDocument } from './model.js'

/** The document for an audit. @param campaign the document of its campaign, if one ran */
export const auditDocument = (audit: AuditData, campaign?: ReportDocument): ReportDocument => ({
  format: 1,
  by: `sudobox ${version()}`,
  runs: [],
  ...campaign,
  kind: 'audit',
  title: audit.file,
  audit,
})
