import type { RehearsalData } from '../../src/report/model.js'
import { grouped, plural } from '../components/format.js'
import { Badge, Section, Tiles } from '../components/parts.js'
import type { Route } from './route.js'

interface RehearsalViewProps {
  readonly rehearsal: RehearsalData
  /** How many runs the document has: none of a side that could not run to its end. */
  readonly runs: number
  readonly go: (route: Route) => void
}

/** What a fixture does otherwise on another release, by cause. */
export function RehearsalView({ rehearsal: { from, to, steps, differing, causes }, runs, go }: RehearsalViewProps) {
  const isSame = causes.length === 0
  return (
    <>
      <div class="run-head">
        <p class="verdict">
          <Badge tone={isSame ? 'good' : 'bad'}>{isSame ? '✓' : '✗'}</Badge> {from} → {to}
        </p>
        <Tiles
          tiles={[
            { name: 'steps', value: grouped(steps) },
            { name: 'steps that differ', value: grouped(differing), tone: differing > 0 ? 'bad' : undefined },
            { name: 'causes', value: grouped(causes.length), tone: isSame ? undefined : 'bad' },
          ]}
        />
        <p>
          {[from, to].slice(0, runs).map((side, run) => (
            <button key={run} type="button" class="small" onClick={() => go({ run })}>
              {side}
            </button>
          ))}
        </p>
      </div>
      <div class="page">
        {isSame && <p class="empty">Nothing differs.</p>}
        {causes.map(({ kind, text, differences, consequences }, i) => (
          <Section
            key={i}
            level={2}
            title={text}
            note={kind === 'known' ? plural(differences.length, 'difference') : 'no known cause'}
            open={kind === 'known'}
          >
            <Lines lines={differences} />
            {consequences.length > 0 && <p class="quiet">What may follow from it:</p>}
            <Lines lines={consequences} />
          </Section>
        ))}
      </div>
    </>
  )
}

const Lines = ({ lines }: { readonly lines: readonly string[] }) => (
  <>
    {lines.map((line, i) => (
      <p key={i}>
        <code>{line}</code>
      </p>
    ))}
  </>
)
