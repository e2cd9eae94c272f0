import type { CodeRow, ContractData } from '../../../src/explorer/model.js'
import { CopyButton } from '../../components/copy-button.js'
import { grouped, shortAddress } from '../../components/format.js'
import { MessageView } from '../../components/json.js'
import { Badge, Section } from '../../components/parts.js'
import { Tabs } from '../../components/tabs.js'
import { nameOfCode } from '../code-name.js'
import { CallForm } from './call-form.js'
import { useView } from '../hooks.js'
import { ErrorBox } from '../result-view.js'
import type { Go, Route } from '../route.js'
import { StorageView } from './storage-view.js'

interface ContractViewProps {
  readonly chain: string
  readonly address: string
  readonly route: Route
  readonly go: Go
  readonly codes: readonly CodeRow[]
}

/** One contract: what it stores, how to call it, and how it came to be. */
export function ContractView({ chain, address, route, go, codes }: ContractViewProps) {
  const { data, error } = useView<ContractData>('contract', { chain, address })
  const tabs = [
    { id: 'call', title: 'Call' },
    { id: 'state', title: 'State', count: data?.entries },
    { id: 'about', title: 'History' },
  ]
  const part = tabs.find(({ id }) => id === route.part)?.id ?? 'call'
  return (
    <div class="page contract-page">
      <nav class="crumb" aria-label="Back">
        <button type="button" class="link" onClick={() => go({ tab: 'contracts' })}>
          ← Contracts
        </button>
      </nav>
      {error && <ErrorBox error={error} />}
      {error && <p class="quiet">There is no contract at this address.</p>}
      {data && (
        <>
          <ContractHead
            contract={data}
            code={codes.find((one) => one.chain === chain && one.codeId === data.codeId)}
            go={go}
          />
          <Tabs
            label="Of the contract"
            prefix="contract-"
            tabs={tabs}
            selected={part}
            onSelect={(id) => go({ tab: 'contracts', chain, address, part: id })}
          >
            <div class="contract-part">
              {part === 'call' && <CallForm key={address} contract={data} codes={codes} />}
              {part === 'state' && <StorageView key={address} chain={chain} address={address} />}
              {part === 'about' && <History contract={data} />}
            </div>
          </Tabs>
        </>
      )}
    </div>
  )
}

interface ContractHeadProps {
  readonly contract: ContractData
  readonly code: CodeRow | undefined
  readonly go: Go
}

function ContractHead({ contract, code, go }: ContractHeadProps) {
  const { chain, label, address, codeId, admin, balances, failures, double } = contract
  return (
    <div class="contract-head">
      <h2>
        {shortAddress(label)} <span class="quiet">on {chain}</span> {double && <Badge tone="warn">double</Badge>}{' '}
        {failures > 0 && (
          <button type="button" class="small" onClick={() => go({ tab: 'failures' })}>
            <Badge tone="bad">{failures}</Badge> failed callback{failures === 1 ? '' : 's'}
          </button>
        )}
      </h2>
      <dl class="facts">
        <dt>address</dt>
        <dd>
          <code>{address}</code> <CopyButton text={address} what="the address" />
        </dd>
        <dt>code</dt>
        <dd>{code === undefined ? codeId : nameOfCode(code)}</dd>
        <dt>admin</dt>
        <dd>{admin === '' ? <span class="quiet">nobody</span> : <code>{admin}</code>}</dd>
        <dt>balances</dt>
        <dd>
          {balances.length === 0 ? (
            <span class="quiet">none</span>
          ) : (
            balances.map(({ denom, amount }) => `${grouped(amount)} ${denom}`).join(', ')
          )}
        </dd>
      </dl>
    </div>
  )
}

function History({ contract }: { readonly contract: ContractData }) {
  const { creator, checksum, file, ibcPort, entryPoints, history } = contract
  return (
    <>
      <dl class="facts">
        <dt>creator</dt>
        <dd>
          <code>{creator}</code>
        </dd>
        <dt>code hash</dt>
        <dd>
          <code>{checksum}</code>
        </dd>
        {file !== undefined && (
          <>
            <dt>file</dt>
            <dd>
              <code>{file}</code>
            </dd>
          </>
        )}
        {ibcPort !== '' && (
          <>
            <dt>IBC port</dt>
            <dd>
              <code>{ibcPort}</code>
            </dd>
          </>
        )}
        <dt>entry points</dt>
        <dd>{entryPoints.join(', ')}</dd>
      </dl>
      {history.map(({ operation, codeId, msg, height }, i) => (
        <Section
          key={i}
          title={operation}
          note={`code ${codeId}${height === '' ? '' : `, height ${grouped(height)}`}`}
          open={i === history.length - 1}
        >
          <MessageView text={msg} label={`Message of ${operation}`} />
        </Section>
      ))}
    </>
  )
}
