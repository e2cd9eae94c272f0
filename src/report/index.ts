/** Documents of reports, and the page around them. */
export { campaignDocument, CampaignProgress } from './campaign.js'
export type { CodeFrame, ErrorData, ProgressPoint } from './model.js'
export { reportPage, requireReportPage } from './page.js'
export { rehearsalDocument, replayDocument, ReplayWatch } from './replay.js'
export { Runs } from './runs.js'
export { testsPage, type ReportedTest } from './tests.js'
