import type { ReportDocument } from '../../src/report/model.js'
import { ThemeSwitch } from '../components/theme.js'
import { AuditView } from './audit-view.js'
import { CampaignView } from './campaign-view.js'
import { RehearsalView } from './rehearsal-view.js'
import { useRoute } from './route.js'
import { RunView } from './run-view.js'
import { TestsView } from './tests-view.js'

/** The page of a report. */
export function App({ document: report }: { readonly document: ReportDocument }) {
  const [route, go] = useRoute()
  const run = route.run ?? (report.kind === 'replay' ? 0 : undefined)
  const data = run === undefined ? undefined : report.runs[run]
  return (
    <>
      <header class="top">
        <div class="top-line">
          <span class="brand">{report.by}</span>
          {report.kind === 'replay' && report.runs.length > 1 && (
            <label class="choose">
              <span class="hidden">Fixture</span>
              <select value={run} onChange={(event) => go({ run: Number(event.currentTarget.value) })}>
                {report.runs.map(({ title }, i) => (
                  <option key={i} value={i}>
                    {title}
                  </option>
                ))}
              </select>
            </label>
          )}
          <ThemeSwitch />
        </div>
        <h1>{data?.title ?? report.title}</h1>
      </header>
      <main>
        {data && report.kind !== 'replay' && (
          <nav class="crumb" aria-label="Back">
            <button type="button" class="link" onClick={() => go({})}>
              ← {report.title}
            </button>
          </nav>
        )}
        {data && <RunView key={run} run={data} route={{ ...route, run }} go={go} />}
        {!data && report.audit && <AuditView audit={report.audit} campaign={report.campaign} route={route} go={go} />}
        {!data && !report.audit && report.campaign && <CampaignView campaign={report.campaign} route={route} go={go} />}
        {!data && report.rehearsal && <RehearsalView rehearsal={report.rehearsal} runs={report.runs.length} go={go} />}
        {!data && report.tests && <TestsView tests={report.tests} route={route} go={go} />}
      </main>
    </>
  )
}
