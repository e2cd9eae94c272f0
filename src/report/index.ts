/** Documents of reports, and the page around them. */
export { auditDocument } from './audit.js'
export { campaignDocument, CampaignProgress } from './campaign.js'
export type { AuditData, CodeFrame, ErrorData, ProgressPoint, ReportDocument } from './model.js'
export { reportPage, requireReportPage } from './page.js'
export { rehearsalDocument, replayDocument, ReplayWatch } from './replay.js'
export { Runs } from './runs.js'
export { testsPage, type ReportedTest } from './tests.js'
