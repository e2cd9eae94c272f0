import { useState } from 'preact/hooks'
import type { ExampleRow } from '../../../src/explorer/model.js'
import { DropArea } from '../forms/drop-area.js'
import { ActForm } from '../forms/fields.js'
import { base64Of, jsonOfFile, wasmProblem } from '../forms/files.js'
import { senderOf, type Sender } from '../forms/sender-field.js'
import { useActing, useView } from '../hooks.js'
import { made } from '../made.js'
import { Result } from '../result-view.js'

interface StoreFormProps {
  readonly chain: string
  readonly sender: Sender
  readonly onStored: (codeId: string) => void
}

const CODE = /\.wasm(?:\.gz)?$/

/** Takes the code of a contract from a file, and its schema where it is chosen with it; or a contract of the package. */
export function StoreForm({ chain, sender, onStored }: StoreFormProps) {
  const acting = useActing()
  const [files, setFiles] = useState<readonly File[]>([])
  const [wrong, setWrong] = useState('')
  const wasm = files.find(({ name }) => CODE.test(name))
  const schema = files.find(({ name }) => name.endsWith('.json'))
  const choose = async (chosen: readonly File[]): Promise<void> => {
    const code = chosen.find(({ name }) => CODE.test(name)) ?? chosen.find(({ name }) => !name.endsWith('.json'))
    const problem = code === undefined ? undefined : await wasmProblem(code)
    setWrong(problem ?? '')
    // A schema may be chosen after the code, and the code after its schema.
    if (problem === undefined)
      setFiles([...chosen, ...files.filter(({ name }) => !chosen.some((one) => sameKind(one.name, name)))])
  }
  const store = async (): Promise<void> => {
    if (wasm === undefined) return
    const base64 = await base64Of(wasm)
    const action = { action: 'tx', chain, ...senderOf(sender), messages: [{ store: { wasm: { base64 } } }] }
    const code = made(await acting.act(`store ${wasm.name}`, action), 'codeIds')
    if (code === undefined) return
    await acting.ask(
      `store ${wasm.name}`,
      'codeName',
      { chain, code, name: wasm.name },
      `It is code ${code} of ${chain}.`,
    )
    if (schema !== undefined) {
      const given = { chain, code, schema: await jsonOfFile(schema) }
      await acting.ask(`schema ${schema.name}`, 'schema', given, `Code ${code} has its schema.`)
    }
    setFiles([])
    onStored(code)
  }
  const isReady = sender.from !== '' && !acting.busy
  return (
    <>
      <ActForm
        label="Store code"
        button={wasm === undefined ? 'Store the code' : `Store ${wasm.name}`}
        busy={acting.busy}
        disabled={wasm === undefined || !isReady}
        onSubmit={() => void store()}
      >
        <DropArea
          label="code (.wasm) and, optionally, its schema (.json)"
          accept=".wasm,.gz,.json"
          multiple
          chosen={files.length === 0 ? 'Drop the files here, or choose them' : files.map(({ name }) => name).join(', ')}
          onFiles={(chosen) => void choose(chosen)}
        />
        {wrong !== '' && (
          <p class="wrong-word" role="alert">
            {wrong}
          </p>
        )}
      </ActForm>
      <Examples
        isReady={isReady}
        onStore={async (file) => {
          const answer = await acting.store(file, { chain, ...senderOf(sender) })
          const code = made(answer, 'codeIds')
          if (code !== undefined) onStored(code)
        }}
      />
      <Result acting={acting} />
    </>
  )
}

const sameKind = (one: string, other: string): boolean => one.endsWith('.json') === other.endsWith('.json')

/** Contracts of the package, for those who have none at hand. */
function Examples({
  isReady,
  onStore,
}: {
  readonly isReady: boolean
  readonly onStore: (file: string) => Promise<void>
}) {
  const { data } = useView<readonly ExampleRow[]>('examples')
  if (data === undefined || data.length === 0) return null
  return (
    <details class="examples" open>
      <summary>No contract at hand? Try an example</summary>
      <ul>
        {data.map(({ file, about }) => (
          <li key={file}>
            <button type="button" class="small" disabled={!isReady} onClick={() => void onStore(file)}>
              Store {file}
            </button>{' '}
            <span class="quiet">{about}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}
