import { useState } from 'preact/hooks'
import type { CodeRow, ContractData, SchemaData } from '../../../src/explorer/model.js'
import { ActForm, SelectField, TextField } from '../forms/fields.js'
import { useActing, useView, type Acting } from '../hooks.js'
import { nameOfCode } from '../code-name.js'
import { useRemembered } from '../forms/memory.js'
import { MessageEditor, messageName, useMessage } from '../forms/message-editor.js'
import { Result } from '../result-view.js'
import { messageSchema } from '../forms/schema.js'
import { SchemaSource } from '../forms/schema-source.js'
import { SenderField, senderOf, useSender } from '../forms/sender-field.js'

const ENTRIES = ['execute', 'query', 'migrate', 'sudo'] as const
type Entry = (typeof ENTRIES)[number]

const WHAT: Readonly<Record<Entry, string>> = {
  execute: 'A transaction that calls the contract.',
  query: 'A query; nothing changes.',
  migrate: 'A transaction that migrates the contract to another code.',
  sudo: 'The chain calls the contract, as its modules do.',
}

/** What is where the result will be. */
const EXPECT: Readonly<Record<Entry, string>> = {
  execute: 'The result comes here: the call tree with its gas, the events, and why the contract refused.',
  query: 'The answer comes here.',
  migrate: 'The result comes here. The state of the contract stays, unless the new code changes it.',
  sudo: 'The result comes here. A callback that fails under the limit becomes a failure, to be resubmitted.',
}

interface CallFormProps {
  readonly contract: ContractData
  readonly codes: readonly CodeRow[]
}

/** Calls a contract. */
export function CallForm({ contract, codes }: CallFormProps) {
  const { chain, codeId, entryPoints } = contract
  const [chosen, setEntry] = useRemembered(`${chain} ${contract.address} entry`, 'execute')
  const { data: schema } = useView<SchemaData>('schema', { chain, code: codeId })
  const acting = useActing()
  // The new code's `migrate` is called.
  const entries = ENTRIES.filter((one) => one === 'migrate' || entryPoints.length === 0 || entryPoints.includes(one))
  const entry = entries.find((one) => one === chosen) ?? entries[0]!
  return (
    <div class="call-page">
      <div class="call-form">
        <fieldset class="segments">
          <legend class="hidden">Entry point</legend>
          {entries.map((one) => (
            <label key={one} class={one === entry ? 'chosen' : ''}>
              <input type="radio" name="entry" checked={one === entry} onChange={() => setEntry(one)} /> {one}
            </label>
          ))}
        </fieldset>
        <p class="quiet">{WHAT[entry]}</p>
        <SchemaSource chain={chain} code={codeId} schema={schema} />
        {schema && (
          <EntryForm
            key={`${entry} ${schema.from}`}
            entry={entry}
            contract={contract}
            codes={codes.filter((code) => code.chain === chain)}
            schema={schema}
            acting={acting}
          />
        )}
      </div>
      <Result acting={acting}>
        <p class="quiet">{EXPECT[entry]}</p>
      </Result>
    </div>
  )
}

interface EntryFormProps extends CallFormProps {
  readonly entry: Entry
  readonly schema: SchemaData
  readonly acting: Acting
}

function EntryForm({ entry, contract, codes, schema, acting }: EntryFormProps) {
  const { chain, address, codeId } = contract
  const place = `${chain} ${address} ${entry}`
  const [sender, setSender] = useSender(chain)
  const [text, setText] = useMessage(place)
  const name = messageName(text)
  const [funds, setFunds] = useRemembered(`${place} funds ${name}`, '')
  const [gas, setGas] = useRemembered(`${place} gas ${name}`, '')
  const [code, setCode] = useState(codeId)
  const [limited, setLimited] = useState('yes')
  const message = messageSchema(schema.schema, entry)
  const isTx = entry === 'execute' || entry === 'migrate'
  const submit = (): void => {
    const gasLimit = gas === '' ? {} : { gasLimit: gas }
    const tx = { action: 'tx', chain, ...senderOf(sender), ...gasLimit }
    const action = {
      execute: { ...tx, messages: [{ execute: { contract: address, msgText: text, funds } }] },
      migrate: { ...tx, messages: [{ migrate: { contract: address, codeId: code, msgText: text } }] },
      query: { action: 'query', chain, contract: address, msgText: text },
      sudo: {
        action: 'sudo',
        chain,
        contract: address,
        payload: base64Of(text),
        limited: limited === 'yes',
        ...gasLimit,
      },
    }[entry]
    void acting.act(`${entry} ${name}`, action)
  }
  return (
    <ActForm
      label={entry}
      button={{ execute: 'Execute', query: 'Query', migrate: 'Migrate', sudo: 'Call sudo' }[entry]}
      busy={acting.busy}
      disabled={text.trim() === '' || (isTx && sender.from === '')}
      onSubmit={submit}
    >
      {isTx && <SenderField chain={chain} sender={sender} onChange={setSender} />}
      {entry === 'migrate' && (
        <SelectField
          name="new code"
          value={code}
          options={Object.fromEntries(codes.map((one) => [one.codeId, nameOfCode(one)]))}
          onChange={setCode}
        />
      )}
      <MessageEditor place={place} schema={message} text={text} onText={setText} />
      {entry === 'execute' && (
        <TextField name="funds" placeholder="none, or 100untrn" value={funds} onChange={setFunds} />
      )}
      {entry === 'sudo' && (
        <SelectField
          name="how"
          value={limited}
          options={{ yes: 'under the sudo limit, which records a failure', no: 'directly, as a resubmission does' }}
          onChange={setLimited}
        />
      )}
      {entry !== 'query' && (
        <TextField
          name="gas limit"
          placeholder="the default"
          pattern="[0-9]*"
          title="a whole number"
          value={gas}
          onChange={setGas}
        />
      )}
    </ActForm>
  )
}

const base64Of = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)))
