import type { CodeRow, ContractRow } from '../../../src/explorer/model.js'
import { shortAddress } from '../../components/format.js'
import { Badge, Section, TableBox } from '../../components/parts.js'
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
        <p class="empty">No contracts yet. Store the code of one below, and instantiate it.</p>
      )}
      {data && data.contracts.length > 0 && <ContractTable contracts={data.contracts} go={go} />}
      {data && (
        <Section level={2} title="Deploy a contract" open={data.contracts.length === 0}>
          <DeployForm codes={data.codes} go={go} />
        </Section>
      )}
      {data && <EvmContracts go={go} />}
    </div>
  )
}

function ContractTable({ contracts, go }: { readonly contracts: readonly ContractRow[]; readonly go: Go }) {
  return (
    <TableBox label="Contracts">
      <table>
        <thead>
          <tr>
            <th scope="col">label</th>
            <th scope="col">chain</th>
            <th scope="col">address</th>
            <th scope="col" class="number">
              code
            </th>
          </tr>
        </thead>
        <tbody>
          {contracts.map(({ chain, address, label, codeId, double }) => (
            <tr key={`${chain} ${address}`}>
              <th scope="row">
                <button type="button" class="link" onClick={() => go({ tab: 'contracts', chain, address })}>
                  {shortAddress(label)}
                </button>{' '}
                {double && <Badge tone="warn">double</Badge>}
              </th>
              <td>{chain}</td>
              <td>
                <code title={address}>{shortAddress(address)}</code>
              </td>
              <td class="number">{codeId}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableBox>
  )
}
