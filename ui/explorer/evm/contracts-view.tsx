import { useState } from 'preact/hooks'
import type { EvmContractsData } from '../../../src/explorer/model.js'
import { plural } from '../../components/format.js'
import { DataTable } from '../data-table.js'
import { Section } from '../../components/parts.js'
import { DropArea } from '../forms/drop-area.js'
import { jsonOfFile } from '../forms/files.js'
import { useActing, useView } from '../hooks.js'
import { ErrorBox, Result } from '../result-view.js'
import type { Go } from '../route.js'

/** Contracts of the EVM, and the ABIs that name their calls, logs and errors. */
export function EvmContracts({ go }: { readonly go: Go }) {
  const { data, error } = useView<EvmContractsData>('evm')
  if (error) return <ErrorBox error={error} />
  if (!data || (data.contracts.length === 0 && data.abis.length === 0)) return null
  return (
    <Section level={2} title="Contracts of the EVM">
      {data.contracts.length > 0 && (
        <DataTable
          label="Contracts of the EVM"
          columns={['address', 'contract', 'made by']}
          rows={data.contracts.map(({ address, name, height, row }) => ({
            key: address,
            cells: [
              <code>{address}</code>,
              name ?? <span class="quiet">unknown: there is no ABI for it</span>,
              <button type="button" class="link" onClick={() => go({ tab: 'evm', row: String(row) })}>
                EVM block {height}
              </button>,
            ],
          }))}
        />
      )}
      <GiveAbi abis={data.abis} />
    </Section>
  )
}

function GiveAbi({ abis }: Pick<EvmContractsData, 'abis'>) {
  const acting = useActing()
  const [busy, setBusy] = useState(false)
  const give = async (files: readonly File[]): Promise<void> => {
    setBusy(true)
    for (const file of files) {
      const abi = await jsonOfFile(file)
      const name = file.name.replace(/(?:\.abi)?\.json$/, '')
      const given = await acting.ask(`ABI of ${name}`, 'abi', { name, abi }, 'It names calls, logs and errors.')
      if (given === undefined) break
    }
    setBusy(false)
  }
  return (
    <>
      <p class="quiet">
        Calls, logs and errors are named by the ABIs of ERC-20, ERC-721 and ERC-1155, and by the ABIs that you add here.
      </p>
      {abis.length > 0 && (
        <ul class="lines">
          {abis.map(({ name, functions, events, errors }) => (
            <li key={name}>
              <strong>{name}</strong>: {plural(functions, 'function')}, {plural(events, 'event')},{' '}
              {plural(errors, 'error')}
            </li>
          ))}
        </ul>
      )}
      <DropArea
        label="ABI of a contract (.json), as solc, Hardhat or Foundry writes it"
        accept=".json"
        multiple
        disabled={busy}
        chosen="Drop the files here, or choose them"
        onFiles={(files) => void give(files)}
      />
      <Result acting={acting} />
    </>
  )
}
