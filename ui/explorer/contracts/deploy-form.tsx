import { useState } from 'preact/hooks'
import type { ActionAnswer, CodeRow, SchemaData } from '../../../src/explorer/model.js'
import { parseExact } from '../../../src/pages/exact-json.js'
import { useActing, useExplorer, useView } from '../hooks.js'
import { ActForm, SelectField, TextField } from '../forms/fields.js'
import { MessageEditor } from '../forms/message-editor.js'
import { Result } from '../result-view.js'
import type { Go } from '../route.js'
import { messageSchema } from '../forms/schema.js'
import { SchemaSource } from '../forms/schema-source.js'
import { NOBODY, SenderField, senderOf } from '../forms/sender-field.js'

/** Stores the code of a contract, and instantiates it. */
export function DeployForm({ codes, go }: { readonly codes: readonly CodeRow[]; readonly go: Go }) {
  const { chains } = useExplorer()
  const [chain, setChain] = useState(chains[0]!.key)
  const [chosen, setChosen] = useState('')
  const [sender, setSender] = useState(NOBODY)
  const own = codes.filter((code) => code.chain === chain)
  const code = own.find(({ codeId }) => codeId === chosen) ?? own.at(-1)
  return (
    <div class="steps">
      <SelectField
        name="chain"
        value={chain}
        options={Object.fromEntries(chains.map(({ key }) => [key, key]))}
        onChange={(next) => {
          setChain(next)
          setChosen('')
          setSender(NOBODY)
        }}
      />
      <SenderField chain={chain} sender={sender} onChange={setSender} />
      <StoreForm chain={chain} sender={sender} onStored={setChosen} />
      {own.length === 0 ? (
        <p class="quiet">No code is stored on {chain} yet: choose a .wasm file above.</p>
      ) : (
        <InstantiateForm
          key={`${chain} ${code?.codeId}`}
          chain={chain}
          sender={sender}
          codes={own}
          code={code!}
          onCode={setChosen}
          go={go}
        />
      )}
    </div>
  )
}

interface StoreFormProps {
  readonly chain: string
  readonly sender: typeof NOBODY
  readonly onStored: (codeId: string) => void
}

/** Takes the code of a contract from a file, and its schema where it is chosen with it. */
function StoreForm({ chain, sender, onStored }: StoreFormProps) {
  const acting = useActing()
  const [files, setFiles] = useState<readonly File[]>([])
  const wasm = files.find(({ name }) => name.endsWith('.wasm'))
  const schema = files.find(({ name }) => name.endsWith('.json'))
  const store = async (): Promise<void> => {
    if (wasm === undefined) return
    const base64 = await base64Of(wasm)
    const action = { action: 'tx', chain, ...senderOf(sender), messages: [{ store: { wasm: { base64 } } }] }
    const done = await acting.act(`store ${wasm.name}`, action)
    const code = listMember(done, 'codeIds')
    if (code === undefined) return
    if (schema !== undefined) {
      const given: unknown = await schema
        .text()
        .then((text) => parseExact(text))
        .catch(() => 'not JSON')
      await acting.ask(
        `schema ${schema.name}`,
        'schema',
        { chain, code, schema: given },
        `Code ${code} has its schema.`,
      )
    }
    onStored(code)
  }
  return (
    <>
      <ActForm
        label="Store code"
        button={wasm === undefined ? 'Store the code' : `Store ${wasm.name}`}
        busy={acting.busy}
        disabled={wasm === undefined || sender.from === ''}
        onSubmit={() => void store()}
      >
        <label class="field">
          <span>code (.wasm) and, optionally, its schema (.json)</span>
          <input
            type="file"
            accept=".wasm,.json"
            multiple
            onChange={(event) => setFiles([...(event.currentTarget.files ?? [])])}
          />
        </label>
      </ActForm>
      <Result acting={acting} />
    </>
  )
}

/** The first of what a transaction made. */
function listMember(answer: ActionAnswer | undefined, name: 'codeIds' | 'contracts'): string | undefined {
  const outcome = answer?.outcome as { readonly [member: string]: readonly string[] } | undefined
  return outcome?.[name]?.[0]
}

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let text = ''
  for (let i = 0; i < bytes.length; i += 0x8000) text += String.fromCharCode(...bytes.subarray(i, i + 0x8000))
  return btoa(text)
}

interface InstantiateFormProps {
  readonly chain: string
  readonly sender: typeof NOBODY
  readonly codes: readonly CodeRow[]
  readonly code: CodeRow
  readonly onCode: (codeId: string) => void
  readonly go: Go
}

const nameOfCode = ({ codeId, checksum, file }: CodeRow): string =>
  `${codeId}: ${file?.split(/[\\/]/).at(-1) ?? `${checksum.slice(0, 12)}…`}`

function InstantiateForm({ chain, sender, codes, code, onCode, go }: InstantiateFormProps) {
  const acting = useActing()
  const { data: schema } = useView<SchemaData>('schema', { chain, code: code.codeId })
  const [label, setLabel] = useState(
    (code.file?.split(/[\\/]/).at(-1) ?? 'contract').replace(/(?:\.debug)?\.wasm$/, '').replaceAll('_', '-'),
  )
  const [admin, setAdmin] = useState('')
  const [funds, setFunds] = useState('')
  const [text, setText] = useState('')
  const message = messageSchema(schema?.schema, 'instantiate')
  const submit = async (): Promise<void> => {
    const done = await acting.act(`instantiate ${label}`, {
      action: 'tx',
      chain,
      ...senderOf(sender),
      messages: [{ instantiate: { codeId: code.codeId, label, msgText: text, funds, ...(admin !== '' && { admin }) } }],
    })
    const address = listMember(done, 'contracts')
    if (address !== undefined) go({ tab: 'contracts', chain, address })
  }
  return (
    <>
      <ActForm
        label="Instantiate"
        button="Instantiate"
        busy={acting.busy}
        disabled={sender.from === ''}
        onSubmit={() => void submit()}
      >
        <SelectField
          name="code"
          value={code.codeId}
          options={Object.fromEntries(codes.map((one) => [one.codeId, nameOfCode(one)]))}
          onChange={onCode}
        />
        <SchemaSource chain={chain} code={code.codeId} schema={schema} />
        {schema && <MessageEditor key={schema.from} schema={message} text={text} onText={setText} />}
        <TextField name="label" required value={label} onChange={setLabel} />
        <TextField name="admin (may migrate it)" placeholder="nobody" value={admin} onChange={setAdmin} />
        <TextField name="funds" placeholder="none, or 100untrn" value={funds} onChange={setFunds} />
      </ActForm>
      <Result acting={acting} />
    </>
  )
}
