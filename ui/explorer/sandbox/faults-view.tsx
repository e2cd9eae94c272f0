import { useState } from 'preact/hooks'
import type { ContractRow, FaultRow } from '../../../src/explorer/model.js'
import { shortAddress } from '../../components/format.js'
import type { ContractsData } from '../contracts/contracts-view.js'
import { ActForm, SelectField, TextField } from '../forms/fields.js'
import { useActing, useExplorer, useView } from '../hooks.js'
import { Result } from '../result-view.js'

const KINDS = {
  gas: 'the limit of the next callback is',
  child: 'the message that it sends fails, by number',
  hostCall: 'its request to the chain fails, by number',
} as const

const ENTRY_POINTS = ['execute', 'sudo', 'reply', 'instantiate', 'migrate', 'query'] as const

/** Armed faults, and new ones. */
export function FaultsView() {
  const { data } = useView<readonly FaultRow[]>('faults')
  const contracts = useView<ContractsData>('contracts').data?.contracts ?? []
  const { chains } = useExplorer()
  const acting = useActing()
  const [chain, setChain] = useState(chains[0]!.key)
  const [contract, setContract] = useState('')
  const [entry, setEntry] = useState('')
  const [kind, setKind] = useState<string>('child')
  const [number, setNumber] = useState('1')
  const arm = (): void => {
    const fail =
      kind === 'gas'
        ? { gas: number }
        : kind === 'child'
          ? { child: Number(number) }
          : { hostCall: { nth: Number(number) } }
    void acting.act('fault armed', {
      action: 'fault',
      chain,
      fail,
      ...(contract !== '' && { contract }),
      ...(entry !== '' && { entryPoint: entry }),
    })
  }
  return (
    <>
      <p class="quiet">A fault takes effect once, in the next call that matches.</p>
      {data && data.length > 0 && (
        <>
          <ul class="lines">
            {data.map((fault, i) => (
              <li key={i}>
                {fault.chain}, {fault.entryPoint ?? 'any entry point'} of{' '}
                {shortAddress(fault.contract ?? 'any contract')}: <code>{JSON.stringify(fault.fail)}</code>
              </li>
            ))}
          </ul>
          <div class="act-row">
            {[...new Set(data.map((fault) => fault.chain))].map((of) => (
              <button
                key={of}
                type="button"
                class="small"
                disabled={acting.busy}
                onClick={() => void acting.act(`faults of ${of} disarmed`, { action: 'clearFaults', chain: of })}
              >
                Disarm all of {of}
              </button>
            ))}
          </div>
        </>
      )}
      <ActForm isWide label="Arm a fault" button="Arm" busy={acting.busy} onSubmit={arm}>
        <SelectField
          name="chain"
          value={chain}
          options={Object.fromEntries(chains.map(({ key }) => [key, key]))}
          onChange={(next) => {
            setChain(next)
            setContract('')
          }}
        />
        <SelectField
          name="contract"
          value={contract}
          options={contractOptions(contracts, chain)}
          onChange={setContract}
        />
        <SelectField
          name="entry point"
          value={entry}
          options={{ '': 'any', ...Object.fromEntries(ENTRY_POINTS.map((one) => [one, one])) }}
          onChange={setEntry}
        />
        <SelectField name="what" value={kind} options={KINDS} onChange={setKind} />
        <TextField
          name={kind === 'gas' ? 'gas' : 'number'}
          required
          pattern="[0-9]+"
          title="a whole number"
          value={number}
          onChange={setNumber}
        />
      </ActForm>
      <Result acting={acting} />
    </>
  )
}

const contractOptions = (contracts: readonly ContractRow[], chain: string): Record<string, string> => ({
  '': 'any',
  ...Object.fromEntries(
    contracts.filter((one) => one.chain === chain).map(({ address, label }) => [address, shortAddress(label)]),
  ),
})
