import { useState } from 'preact/hooks'
import type { CodeRow, ContractRow } from '../../../src/explorer/model.js'
import { shortAddress } from '../../components/format.js'
import { nameOfCode } from '../code-name.js'
import { DataTable } from '../data-table.js'
import { Badge, Section } from '../../components/parts.js'
import { ContractView } from './contract-view.js'
import { EvmContracts } from '../evm/contracts-view.js'
import { DeployForm } from './deploy-form.js'
import { useView } from '../hooks.js'
import { ErrorBox } from '../result-view.js'
import type { Go, Route } from '../route.js'

export interface ContractsData {
  readonly codes: readonly CodeRow[]
  readonly contracts: readonly ContractRow[]
}

/** All contracts, or one of them. */
export function ContractsView({ route, go }: { readonly route: Route; readonly go: Go }) {
  const { data, error } = useView<ContractsData>('contracts')
  if (route.chain !== undefined && route.address !== undefined)
    return <ContractView chain={route.chain} address={route.address} route={route} go={go} codes={data?.codes ?? []} />
  return (
    <div class="page">
      {error && <ErrorBox error={error} />}
      {data && data.contracts.length === 0 && (
        <p class="empty">No contracts yet. Deploy one below: your own, or an example.</p>
      )}
      {data && data.contracts.length > 0 && <ContractTable contracts={data.contracts} codes={data.codes} go={go} />}
      {data && <Deploy codes={data.codes} go={go} isFirst={data.contracts.length === 0} />}
      {data && <EvmContracts go={go} />}
    </div>
  )
}

interface DeployProps {
  readonly codes: readonly CodeRow[]
  readonly go: Go
  /** Whether there is nothing else to look at. */
  readonly isFirst: boolean
}

function Deploy({ codes, go, isFirst }: DeployProps) {
  const [isOpen] = useState(isFirst)
  return (
    <Section level={2} title="Deploy a contract" open={isOpen}>
      <DeployForm codes={codes} go={go} />
    </Section>
  )
}

interface ContractTableProps extends ContractsData {
  readonly go: Go
}

function ContractTable({ contracts, codes, go }: ContractTableProps) {
  const names = new Map(codes.map((code) => [`${code.chain} ${code.codeId}`, nameOfCode(code)]))
  return (
    <DataTable
      label="Contracts"
      columns={['label', 'chain', 'address', 'code']}
      rows={contracts.map(({ chain, address, label, codeId, double }) => ({
        key: `${chain} ${address}`,
        cells: [
          <>
            <button type="button" class="link" onClick={() => go({ tab: 'contracts', chain, address })}>
              {shortAddress(label)}
            </button>{' '}
            {double && <Badge tone="warn">double</Badge>}
          </>,
          chain,
          <code title={address}>{shortAddress(address)}</code>,
          names.get(`${chain} ${codeId}`) ?? codeId,
        ],
      }))}
    />
  )
}
