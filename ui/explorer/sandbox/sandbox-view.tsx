import { useState } from 'preact/hooks'
import { Section } from '../../components/parts.js'
import { ExportForm } from './export-form.js'
import { FaultsView } from './faults-view.js'
import { ActForm, SelectField, TextField } from '../forms/fields.js'
import { useActing, useExplorer } from '../hooks.js'
import { Result } from '../result-view.js'
import { SnapshotsView } from './snapshots-view.js'

/** The sandbox itself: time and blocks, snapshots, faults, and files of what was done. */
export function SandboxView() {
  return (
    <div class="page">
      <Section level={2} title="Time and blocks">
        <Time />
      </Section>
      <Section level={2} title="Snapshots">
        <SnapshotsView />
      </Section>
      <div class="columns">
        <Section level={2} title="Faults">
          <FaultsView />
        </Section>
        <Section level={2} title="Export">
          <ExportForm />
        </Section>
      </div>
    </div>
  )
}

const EVERY = { 1: 'every second', 5: 'every 5 seconds', 30: 'every 30 seconds' } as const

function Time() {
  const { chains, every, stopped } = useExplorer()
  const acting = useActing()
  const [chain, setChain] = useState(chains[0]!.key)
  const [count, setCount] = useState('1')
  const [seconds, setSeconds] = useState('60')
  const [pace, setPace] = useState('5')
  const chainOptions = Object.fromEntries(chains.map(({ key }) => [key, key]))
  return (
    <>
      <div class="forms">
        <ActForm
          label="Advance"
          button="Advance"
          busy={acting.busy}
          onSubmit={() => void acting.act(`advance ${seconds} s`, { action: 'advance', seconds })}
        >
          <TextField
            name="seconds, on all chains"
            required
            pattern="[1-9][0-9]*"
            title="a whole number from 1 on"
            value={seconds}
            onChange={setSeconds}
          />
        </ActForm>
        <ActForm
          isWide
          label="Make blocks"
          button="Make blocks"
          busy={acting.busy}
          onSubmit={() =>
            void acting.act(`${count} blocks on ${chain}`, { action: 'block', chain, count: Number(count) })
          }
        >
          <TextField
            name="blocks"
            required
            pattern="[1-9][0-9]{0,5}"
            title="1 to 999999"
            value={count}
            onChange={setCount}
          />
          <SelectField name="on" value={chain} options={chainOptions} onChange={setChain} />
        </ActForm>
        <ActForm
          label="Automatic blocks"
          button={every === null ? 'Start' : 'Pause'}
          busy={acting.busy}
          onSubmit={() =>
            void acting.ask(every === null ? 'started' : 'paused', 'clock', {
              every: every === null ? Number(pace) : null,
            })
          }
        >
          {every === null ? (
            <SelectField name="a block on each chain" value={pace} options={EVERY} onChange={setPace} />
          ) : (
            <p>
              Running: one block on each chain every {every} s. The time of the chains advances 5 s with each block.
            </p>
          )}
        </ActForm>
      </div>
      {stopped !== null && <p role="alert">Automatic blocks stopped: {stopped}</p>}
      <Result acting={acting} />
    </>
  )
}
