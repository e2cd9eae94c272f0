import { useState } from 'preact/hooks'
import type { GasRow, TestData, TestsData } from '../../src/report/model.js'
import { changeOf, grouped, plural } from '../components/format.js'
import { Badge, Section, TableBox, Tiles } from '../components/parts.js'
import { Tabs } from '../components/tabs.js'
import { ErrorView } from './error-view.js'
import type { Route } from './route.js'

interface TestsViewProps {
  readonly tests: TestsData
  readonly route: Route
  readonly go: (route: Route) => void
}

/** A run of tests: failed ones first, each test with the trees of its transactions, and the gas. */
export function TestsView({ tests, route, go }: TestsViewProps) {
  const { files, gas } = tests
  const all = files.flatMap((file) => file.tests)
  const count = (state: TestData['state']): number => all.filter((one) => one.state === state).length
  const failed = count('failed') + files.filter(({ errors }) => errors.length > 0).length
  const differing = gas.filter(({ status }) => status === 'differs' || status === 'missing').length
  const tabs = [
    { id: 'tests', title: 'Tests', count: all.length },
    { id: 'gas', title: 'Gas', count: gas.length },
  ]
  const tab = tabs.find(({ id }) => id === route.tab)?.id ?? 'tests'
  return (
    <>
      <div class="run-head">
        <p class="verdict">
          <Badge tone={failed > 0 ? 'bad' : 'good'}>{failed > 0 ? '✗' : '✓'}</Badge>{' '}
          {failed > 0 ? `${grouped(failed)} failed` : count('passed') > 0 ? 'all passed' : 'no test ran'}
        </p>
        <Tiles
          tiles={[
            { name: 'passed', value: grouped(count('passed')) },
            { name: 'failed', value: grouped(count('failed')), tone: failed > 0 ? 'bad' : undefined },
            { name: 'skipped', value: grouped(count('skipped') + count('pending')) },
            { name: 'files', value: grouped(files.length) },
            { name: 'gas figures that differ', value: grouped(differing), tone: differing > 0 ? 'bad' : undefined },
          ]}
        />
      </div>
      <Tabs label="Views" tabs={tabs} selected={tab} onSelect={(id) => go({ tab: id })}>
        <div class="page">
          {tab === 'tests' && <Files tests={tests} go={go} />}
          {tab === 'gas' && <GasTable rows={gas} />}
        </div>
      </Tabs>
    </>
  )
}

const SIGNS = { passed: '✓', failed: '✗', skipped: '–', pending: '…' } as const
const TONES = { passed: 'good', failed: 'bad', skipped: 'plain', pending: 'plain' } as const

/** From so many tests on, files are closed. */
const MANY = 60

/** Failed tests of all files first, then the files with the rest. */
function Files({ tests: { files }, go }: { readonly tests: TestsData; readonly go: (route: Route) => void }) {
  const [onlyFailed, setOnlyFailed] = useState(false)
  const [text, setText] = useState('')
  if (files.length === 0) return <p class="empty">No test ran.</p>
  const words = text.trim().toLowerCase()
  const isMeant = (path: string, { name }: TestData): boolean =>
    `${path} ${name.join(' › ')}`.toLowerCase().includes(words)
  const failures = files
    .map(({ path, errors, tests }) => ({
      path,
      errors: path.toLowerCase().includes(words) ? errors : [],
      tests: tests.filter((test) => test.state === 'failed' && isMeant(path, test)),
    }))
    .filter(({ errors, tests }) => errors.length + tests.length > 0)
  const rest = files
    .map(({ path, tests }) => ({ path, tests: tests.filter((test) => test.state !== 'failed' && isMeant(path, test)) }))
    .filter(({ tests }) => !onlyFailed && tests.length > 0)
  const isOpen = words !== '' || rest.reduce((sum, { tests }) => sum + tests.length, 0) < MANY
  return (
    <>
      <div class="choices">
        <label class="search">
          <span class="hidden">Search tests</span>
          <input
            type="search"
            placeholder="Search tests"
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        </label>
        <label>
          <input type="checkbox" checked={onlyFailed} onChange={() => setOnlyFailed(!onlyFailed)} /> failed tests only
        </label>
      </div>
      {failures.map(({ path, errors, tests }) => (
        <section key={path} class="card failures" aria-label={`Failed in ${path}`}>
          <h2>
            <code>{path}</code> <span class="quiet file-count">{failedText(errors.length, tests.length)}</span>
          </h2>
          {errors.map((error, i) => (
            <ErrorView key={i} error={error} />
          ))}
          {tests.length > 0 && <TestList tests={tests} go={go} />}
        </section>
      ))}
      {rest.map(({ path, tests }) => (
        <Section key={`${path} ${isOpen}`} level={2} title={path} note={countsOf(tests)} open={isOpen}>
          <TestList tests={tests} go={go} />
        </Section>
      ))}
      {failures.length + rest.length === 0 && (
        <p class="empty">{words === '' ? 'No test failed.' : 'No test has this text in its name.'}</p>
      )}
    </>
  )
}

const failedText = (errors: number, failed: number): string =>
  [...(failed > 0 ? [`${grouped(failed)} failed`] : []), ...(errors > 0 ? [plural(errors, 'error')] : [])].join(', ')

/** How many ended in each way: `12 passed, 1 skipped`. */
function countsOf(tests: readonly TestData[]): string {
  const counts = new Map<TestData['state'], number>()
  for (const { state } of tests) counts.set(state, (counts.get(state) ?? 0) + 1)
  return [...counts].map(([state, count]) => `${grouped(count)} ${state}`).join(', ')
}

function TestList({ tests, go }: { readonly tests: readonly TestData[]; readonly go: (route: Route) => void }) {
  return (
    <ul class="tests">
      {tests.map((test, i) => (
        <Test key={i} test={test} go={go} />
      ))}
    </ul>
  )
}

function Test({ test, go }: { readonly test: TestData; readonly go: (route: Route) => void }) {
  const { name, state, milliseconds, errors, run } = test
  const own = name.at(-1) ?? ''
  const suites = name.slice(0, -1)
  return (
    <li>
      <div class="test">
        <Badge tone={TONES[state]}>
          {SIGNS[state]} {state}
        </Badge>
        <span class="test-name">
          {suites.length > 0 && <span class="quiet">{suites.join(' › ')} › </span>}
          {own}
        </span>
        {milliseconds !== undefined && <span class="quiet number">{grouped(Math.round(milliseconds))} ms</span>}
        {run !== undefined && (
          <button type="button" class="small" aria-label={`Transactions of ${own}`} onClick={() => go({ run })}>
            Transactions
          </button>
        )}
      </div>
      {errors.map((error, i) => (
        <ErrorView key={i} error={error} />
      ))}
    </li>
  )
}

function GasTable({ rows }: { readonly rows: readonly GasRow[] }) {
  if (rows.length === 0)
    return (
      <p class="empty">
        No test compared its gas: <code>expect(result).toMatchGasSnapshot()</code> does.
      </p>
    )
  const sorted = rows.toSorted((a, b) => Number(a.status === 'same') - Number(b.status === 'same'))
  return (
    <TableBox label="Gas">
      <table>
        <thead>
          <tr>
            <th scope="col">test</th>
            <th scope="col" class="number">
              snapshot
            </th>
            <th scope="col" class="number">
              now
            </th>
            <th scope="col" class="number">
              change
            </th>
            <th scope="col">status</th>
          </tr>
        </thead>
        <tbody>
          {sorted.map(({ file, name, was, is, status }, i) => (
            <tr key={i}>
              <th scope="row">
                {name} <span class="quiet">{file}</span>
              </th>
              <td class="number">{was === undefined ? '' : grouped(was)}</td>
              <td class="number">{is === undefined ? '' : grouped(is)}</td>
              <td
                class={`number ${was !== undefined && is !== undefined && BigInt(is) > BigInt(was) ? 'less' : 'more'}`}
              >
                {was === undefined || is === undefined || was === is ? '' : changeOf(was, is)}
              </td>
              <td>
                {status === 'same' ? (
                  <span class="quiet">same</span>
                ) : (
                  <Badge tone={status === 'differs' ? 'bad' : 'warn'}>{status}</Badge>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableBox>
  )
}
