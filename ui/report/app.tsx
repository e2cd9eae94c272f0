import type { ReportDocument } from '../../src/report/model.js'
import { ThemeSwitch } from '../components/theme.js'
import { useRoute } from './route.js'
import { RunView } from './run-view.js'

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
      <main>{data && <RunView key={run} run={data} route={{ ...route, run }} go={go} />}</main>
    </>
  )
}
