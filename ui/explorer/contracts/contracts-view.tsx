import { useState } from 'preact/hooks'
import type { CodeRow, ContractRow, SolidityRow } from '../../../src/explorer/model.js'
import { grouped, shortAddress } from '../../components/format.js'
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
  readonly solidity: readonly SolidityRow[]
}

/** All contracts, or one of them. */
export function ContractsView({ route, go }: { readonly route: Route; readonly go: Go }) {
  const { data, error } = useView<ContractsData>('contracts')
  if (route.chain !== undefined && route.address !== undefined)
    return <ContractView chain={route.chain} address={route.address} route={route} go={go} codes={data?.codes ?? []} />
  return (
    <div class="page">
      {error && <ErrorBox error={error} />}
      {data && isEmpty(data) && <p class="empty">No contracts yet. Deploy one below: your own, or an example.</p>}
      {data && data.contracts.length > 0 && <ContractTable contracts={data.contracts} codes={data.codes} go={go} />}
      {data && data.solidity.length > 0 && <SolidityTable contracts={data.solidity} go={go} />}
      {data && <Deploy codes={data.codes} go={go} isFirst={isEmpty(data)} />}
      {data && <EvmContracts go={go} />}
    </div>
  )
}

const isEmpty = ({ contracts, solidity }: ContractsData): boolean => contracts.length + solidity.length === 0

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

interface ContractTableProps extends Pick<ContractsData, 'codes' | 'contracts'> {
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

function SolidityTable({ contracts, go }: { readonly contracts: readonly SolidityRow[]; readonly go: Go }) {
  return (
    <DataTable
      label="Contracts in Solidity"
      columns={['label', 'chain', 'address', 'balances', 'functions', 'failed callbacks']}
      rows={contracts.map(({ chain, address, label, balances, functions, failures }) => ({
        key: `${chain} ${address}`,
        cells: [
          shortAddress(label),
          chain,
          <code title={address}>{shortAddress(address)}</code>,
          balances.map(({ denom, amount }) => `${grouped(amount)} ${denom}`).join(', '),
          <details>
            <summary>{functions.length}</summary>
            {functions.map((one) => (
              <div key={one}>
                <code>{one}</code>
              </div>
            ))}
          </details>,
          failures === 0 ? (
            ''
          ) : (
            <button type="button" class="small" onClick={() => go({ tab: 'failures' })}>
              <Badge tone="bad">{failures}</Badge>
            </button>
          ),
        ],
      }))}
    />
  )
}
